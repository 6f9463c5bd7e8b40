// Fills the database of `resolve-speed.ts` in a process of its own, so that its memory is not taken for the service's.
import { fillDevices, postgresWriter, sqliteWriter, type Task } from './resolve-speed-seed.ts';

process.once('message', async ({ place, environment, devices, asked, at }: Task) => {
  const writer = place.engine === 'sqlite' ? sqliteWriter(place.path) : await postgresWriter(place.url);
  const sample = await fillDevices(writer, environment, devices, asked, at);
  const sizes = await writer.sizes();
  await writer.close();
  process.send?.({ sample, sizes }, () => process.disconnect());
});
