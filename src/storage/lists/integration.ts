// Reads the newest events for the integration page, for both engines: one range of the primary key.
import type { IntegrationReader, SampledEvent } from '../../records/integration.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Reader } from '../engine.ts';
import { select } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const NEWEST = select`e.at, e.created_at, e.credential, e.address, e.account_key, v.stable_digest,
  CASE WHEN e.fingerprint IS NULL THEN 0 ELSE 1 END AS has_fingerprint FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  WHERE e.environment_id = ? AND e.id >= ? ORDER BY e.id DESC LIMIT ?`;
/** Reads each text once, however many events share it. */
const SIGNALS = select`digest, body FROM client_signals WHERE environment_id = ? AND digest ${macro.in_texts}`;

interface NewestRow {
  at: number;
  created_at: number;
  credential: SampledEvent['credential'];
  address: string | null;
  account_key: string | null;
  stable_digest: string | null;
  has_fingerprint: number;
}

export function integrationReader(read: Reader): IntegrationReader {
  return {
    async newestEvents(environmentNumber, since, limit) {
      const rows = await read.all<NewestRow>(NEWEST, environmentNumber, idFloor('event', since), limit);
      const digests = [...new Set(rows.flatMap(({ stable_digest: digest }) => digest ?? []))];
      const bodies = await read.all<{ digest: string; body: string }>(
        SIGNALS,
        environmentNumber,
        JSON.stringify(digests),
      );
      const versions = new Map(bodies.map(({ digest, body }) => [digest, sdkVersionOf(body)]));
      return rows.map((row) => ({
        at: row.at,
        createdAt: row.created_at,
        credential: row.credential,
        address: row.address,
        accountKey: row.account_key,
        hasFingerprint: row.has_fingerprint === 1,
        sdkVersion: versions.get(row.stable_digest ?? '') ?? null,
      }));
    },
  };
}

function sdkVersionOf(body: string): string | null {
  const { sdk_version: version } = JSON.parse(body) as { sdk_version?: unknown };
  return typeof version === 'string' ? version : null;
}
