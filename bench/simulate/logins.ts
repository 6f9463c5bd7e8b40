// `npm run simulate:logins -- MIX FOLDER [--seed N] [--people N]`: writes simulated logins and their truth for `evaluate:logins`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DAY } from '../../src/vocabulary/clock.ts';
import { MIXES } from './logins-mix.ts';
import { populate, START } from './logins-populate.ts';

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, people: { type: 'string' } },
  });
  const [name, folder] = positionals;
  const preset = name === undefined ? undefined : MIXES[name];
  const mix = preset && {
    ...preset,
    seed: Number(values.seed ?? preset.seed),
    people: Number(values.people ?? preset.people),
  };
  if (mix === undefined || folder === undefined) {
    console.error(`usage: npm run simulate:logins -- ${Object.keys(MIXES).join('|')} FOLDER [--seed N] [--people N]`);
    process.exitCode = 2;
    return;
  }
  const lines = populate(mix);
  const end = START + mix.warmupDays * DAY;
  const events = lines.map(({ at, event, account, address, credential, signals }) =>
    JSON.stringify({
      event,
      account: { id: account },
      ip_address: address,
      occurred_at: new Date(at).toISOString(),
      credential,
      ...(signals === null ? {} : { signals }),
    }),
  );
  const truth = lines.map(({ at, label, scenario, campaign, tags }) =>
    JSON.stringify({
      label,
      scenario,
      ...(campaign === null ? {} : { campaign }),
      ...(tags === undefined ? {} : { tags }),
      phase: at < end ? 'warmup' : 'eval',
    }),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.events.ndjson.gz`), gzipSync(`${events.join('\n')}\n`));
  writeFileSync(join(folder, `${name}.truth.ndjson.gz`), gzipSync(`${truth.join('\n')}\n`));
  console.log(`${lines.length} events`);
}

main();
