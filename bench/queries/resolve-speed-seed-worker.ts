// Seeds the database of `resolve-speed.ts` in a separate process, so that its memory does not count as the service's.
import { postgresWriter, type SeedTask, seedDevices, sqliteWriter } from './resolve-speed-seed.ts';

process.once('message', async ({ location, environment, devices, sampleSize, at }: SeedTask) => {
  const writer = location.engine === 'sqlite' ? sqliteWriter(location.path) : await postgresWriter(location.url);
  const sample = await seedDevices(writer, environment, devices, sampleSize, at);
  const sizes = await writer.sizes();
  await writer.close();
  process.send?.({ sample, sizes }, () => process.disconnect());
});
