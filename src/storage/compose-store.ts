// Puts the store together out of an engine: what is written once for both engines meets what each does its own way.
import type { IngestStore } from '../records/ingest.ts';
import type { Store } from '../records/store.ts';
import { Failure } from '../vocabulary/failure.ts';
import { type Engine, first } from './engine.ts';
import { deviceTrustStore } from './events/device-trust.ts';
import { eventReader } from './events/event-reader.ts';
import { outcomeStore } from './events/outcomes.ts';
import { privacyStore } from './events/privacy.ts';
import { assessmentReader } from './lists/assessments.ts';
import { listReader } from './lists/lists.ts';
import { memberStore } from './members/members.ts';
import { secondFactorStore } from './members/second-factor.ts';
import { sessionStore } from './members/sessions.ts';
import { rollupStore } from './rollups/rollups.ts';
import { auditStore } from './tenants/audit.ts';
import { encryptedSecretStore } from './tenants/encryption.ts';
import { policyStore } from './tenants/policies.ts';
import { tenantStore } from './tenants/tenants.ts';
import { webhookStore } from './webhooks/webhook-store.ts';

/** The newest migration this process knows was applied when it opened; another process may have moved on since. */
const READ_VERSION = 'SELECT max(version) AS version FROM schema_migrations';
const READ_POSITION = 'SELECT line FROM import_positions WHERE environment_id = ? AND source = ?';

/** `deliveries` is the engine of the delivery queue, where that has connections of its own. */
export function composeStore(
  engine: Engine,
  ingest: IngestStore['ingest'],
  { compact, close }: Pick<Store, 'compact' | 'close'>,
  deliveries: Engine = engine,
): Store {
  const opened = first(engine.read.all<{ version: number }>(READ_VERSION));
  opened.catch(() => {});
  return {
    engine: engine.name,
    tenants: tenantStore(engine),
    sessions: sessionStore(engine),
    members: memberStore(engine),
    secondFactors: secondFactorStore(engine),
    encryptedSecrets: encryptedSecretStore(engine),
    audit: auditStore(engine.read),
    privacy: privacyStore(engine),
    trust: deviceTrustStore(engine),
    events: eventReader(engine.read),
    rollups: rollupStore(engine),
    lists: listReader(engine.read),
    outcomes: outcomeStore(engine),
    policies: policyStore(engine),
    assessments: assessmentReader(engine.read),
    webhooks: webhookStore(engine, deliveries),
    ingest,
    async importPosition(environmentNumber, source) {
      const row = await first(engine.read.all<{ line: number }>(READ_POSITION, environmentNumber, source));
      return row?.line ?? 0;
    },
    async ready() {
      const version = (await first(engine.read.all<{ version: number }>(READ_VERSION)))?.version;
      if (version === (await opened)?.version) return;
      throw new Failure('unavailable', 'schema_changed', 'the database was migrated by a newer program', {
        retryAfter: 30,
      });
    },
    compact,
    close,
  };
}
