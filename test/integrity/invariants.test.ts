// The invariants of decision integrity over generated sequences.
import { test } from 'node:test';
import { onAnyEngine } from '../engines.ts';
import { PROPERTIES } from './properties.ts';

/** Sequences tried in the suite. `npm run prove:integrity` tries more, with other seeds. */
const RUNS = { SQLite: 40, PostgreSQL: 6 } as const;
/** A flood has hundreds of events. */
const FLOOD_RUNS = { SQLite: 8, PostgreSQL: 1 } as const;

await onAnyEngine(({ name, store }) => {
  for (const [title, property] of Object.entries(PROPERTIES)) {
    test(`${title} holds for generated sequences`, () =>
      property(store, title === 'floods' ? FLOOD_RUNS[name] : RUNS[name]));
  }
});
