// `npm run prove:integrity [-- PROPERTY|all [RUNS [SEED]]]`: checks invariants on more generated sequences than the suite does.
// With `--first-failure`, a sequence that violates an invariant is printed as found instead of being reduced to the smallest one.
import fc from 'fast-check';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { PROPERTIES } from './properties.ts';
import type { Property } from './property.ts';

const FIRST_FAILURE = '--first-failure';
const args = process.argv.slice(2);
const [name = 'all', runs = '500', seed = '1'] = args.filter((arg) => arg !== FIRST_FAILURE);
fc.configureGlobal({ endOnFailure: args.includes(FIRST_FAILURE) });
const chosen = Object.entries<Property>(PROPERTIES).filter(([title]) => name === 'all' || title === name);
if (chosen.length === 0 || !(Number(runs) > 0) || !Number.isInteger(Number(seed))) {
  console.error(
    `usage: npm run prove:integrity -- [all|${Object.keys(PROPERTIES).join('|')}] [RUNS] [SEED] [${FIRST_FAILURE}]`,
  );
  process.exit(2);
}
for (const [title, property] of chosen) {
  const store = await openSqlite({ path: ':memory:' });
  const started = performance.now();
  try {
    await property(store, Number(runs), Number(seed));
    console.log(`${title}: held for ${runs} sequences in ${Math.round((performance.now() - started) / 1_000)} s`);
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(`${title}: ${message}\n${cause instanceof Error ? cause.message : ''}`);
    process.exitCode = 1;
  }
  await store.close();
}
