// What recognition has learnt of a grown past's devices: ids, keys and stored signals, so that its indexes are as deep as real ones.
import { createHash } from 'node:crypto';
import type { BulkTables } from '../test/bulk-rows.ts';

const BATCH = 5_000;
/** Kinds of candidate keys (`devices.md` 6.2). */
const KINDS = [1, 2, 3, 4, 5];
const SIGNALS = JSON.stringify({
  user_agent: 'Mozilla/5.0',
  languages: ['nb-NO', 'nb'],
  fonts: Array(20).fill('A font name'),
});

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** One persistent id, five keys and one text of signals for each of `devices` devices. */
export async function fillRecognition(tables: BulkTables, environmentNumber: number, devices: number): Promise<void> {
  for (let from = 0; from < devices; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, devices - from) }, (_, at) => from + at);
    const device = (n: number) => `dev_grown${String(n).padStart(20, '0')}`;
    await tables.insert(
      'device_ids',
      ['environment_id', 'persistent_id', 'device_id', 'cloned', 'conflicts', 'last_seen_at'],
      numbers.map((n) => [environmentNumber, digest(`id ${n}`), device(n), 0, 0, 0]),
    );
    await tables.insert(
      'device_keys',
      ['environment_id', 'kind', 'digest', 'device_id'],
      // Devices share a key of the third kind by forties, as machines of one model and screen do.
      numbers.flatMap((n) =>
        KINDS.map((kind) => [
          environmentNumber,
          kind,
          digest(`key ${kind} ${kind === 3 ? n % (devices / 40) : n}`),
          device(n),
        ]),
      ),
    );
    await tables.insert(
      'client_signals',
      ['environment_id', 'digest', 'body'],
      numbers.map((n) => [environmentNumber, digest(`signals ${n}`), SIGNALS]),
    );
  }
}
