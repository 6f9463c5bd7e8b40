// `npm run evaluate:signals -- PREFIX ...`: measures every signal over several populations, for docs/signals.md.
import { writeFileSync } from 'node:fs';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { likelihoodRatio } from '../statistics.ts';
import { readByPrefix } from './ceiling.ts';
import { isCounted, isHonest } from './logins-input.ts';
import { runThroughService } from './logins-run.ts';

const FILE = new URL('../../scripts/signal-evidence.json', import.meta.url);

/** The evidence about one signal: in how many honest and attack events it fired, and its sentence in the first one. */
interface Evidence {
  honest: number;
  attack: number;
  example: string | null;
}

const found = new Map<string, Evidence>(SIGNALS.map(({ code }) => [code, { honest: 0, attack: 0, example: null }]));
const events = { honest: 0, attack: 0 };
const prefixes = process.argv.slice(2);
if (prefixes.length === 0) {
  console.error(
    'usage: npm run evaluate:signals -- PREFIX ...   (of PREFIX.events.ndjson.gz and PREFIX.truth.ndjson.gz)',
  );
  process.exit(2);
}
for (const prefix of prefixes) {
  const population = readByPrefix(prefix);
  await runThroughService(
    population.events,
    () => {},
    (index, { row }) => {
      const line = population.truth[index];
      if (line === undefined || !isCounted(line)) return;
      const kind = isHonest(line) ? 'honest' : 'attack';
      events[kind] += 1;
      for (const { code, description } of row.signals) {
        const evidence = found.get(code);
        if (evidence === undefined) continue;
        evidence[kind] += 1;
        evidence.example ??= description;
      }
    },
  );
  console.log(`${prefix}: ${population.events.length} events`);
}
const populations = prefixes.map((prefix) => prefix.split('/').at(-1));
const signals = Object.fromEntries(
  [...found].map(([code, { honest, attack, example }]) => {
    const ratio = likelihoodRatio({ hits: attack, of: events.attack }, { hits: honest, of: events.honest });
    return [code, { honest, attack, ratio, example }];
  }),
);
writeFileSync(FILE, `${JSON.stringify({ populations, events, signals }, null, 2)}\n`);
