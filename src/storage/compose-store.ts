// Puts the store together out of an engine: what is written once for both engines meets what each does its own way.
import type { IngestStore } from '../records/ingest.ts';
import type { Store } from '../records/store.ts';
import { Failure } from '../vocabulary/failure.ts';
import { assessmentReader } from './assessments.ts';
import { auditStore } from './audit.ts';
import { deviceTrustStore } from './device-trust.ts';
import { type Engine, first } from './engine.ts';
import { eventReader } from './events.ts';
import { figureStore } from './figures.ts';
import { listReader } from './lists.ts';
import { memberStore } from './members.ts';
import { outcomeStore } from './outcomes.ts';
import { peopleStore } from './people.ts';
import { policyStore } from './policies.ts';
import { privacyStore } from './privacy.ts';
import { sealingStore } from './sealing.ts';
import { secondFactorStore } from './second-factor.ts';
import { tenantStore } from './tenants.ts';
import { webhookStore } from './webhook-store.ts';

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
    people: peopleStore(engine),
    members: memberStore(engine),
    secondFactors: secondFactorStore(engine),
    sealing: sealingStore(engine),
    audit: auditStore(engine.read),
    privacy: privacyStore(engine),
    trust: deviceTrustStore(engine),
    events: eventReader(engine.read),
    figures: figureStore(engine),
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
