// Composes a store: the stores written once for both engines, on top of one engine.
import type { IngestStore } from '../records/ingest.ts';
import type { Store } from '../records/store.ts';
import { alertStore } from './alerts/alerts.ts';
import { rejectionStore } from './alerts/rejections.ts';
import type { Engine, Reader } from './engine.ts';
import { deviceTrustStore } from './events/device-trust.ts';
import { eventReader } from './events/event-reader.ts';
import { outcomeBatchStore } from './events/outcome-batches.ts';
import { outcomeStore } from './events/outcomes.ts';
import { privacyStore } from './events/privacy.ts';
import { activityReader } from './lists/activity.ts';
import { assessmentReader } from './lists/assessments.ts';
import { campaignReader } from './lists/campaigns.ts';
import { integrationReader } from './lists/integration.ts';
import { linkReader } from './lists/links.ts';
import { listReader } from './lists/lists.ts';
import { searchReader } from './lists/search.ts';
import { sortedListReader } from './lists/sorted-lists.ts';
import { loginLimitStore } from './members/login-limits.ts';
import { memberStore } from './members/members.ts';
import { secondFactorStore } from './members/second-factor.ts';
import { sessionStore } from './members/sessions.ts';
import { requireCompatible } from './migrate.ts';
import { first } from './reads.ts';
import { rollupStore } from './rollups/rollups.ts';
import { select } from './sql.ts';
import { assignmentStore } from './team/assignments.ts';
import { noteStore } from './team/notes.ts';
import { savedViewStore } from './team/saved-views.ts';
import { auditStore } from './tenants/audit.ts';
import { encryptedSecretStore } from './tenants/encrypted-secrets.ts';
import { policyStore } from './tenants/policies.ts';
import { tenantStore } from './tenants/tenants.ts';
import { deliveryLog } from './webhooks/delivery-log.ts';
import { deliveryQueue } from './webhooks/delivery-queue.ts';
import { endpointStore } from './webhooks/endpoints.ts';

const READ_POSITION = select`line FROM import_positions WHERE environment_id = ? AND source = ?`;

/** The parts of a store that differ between the engines. */
interface StoreParts extends Pick<Store, 'withinDeadline' | 'generation' | 'clockAhead' | 'compact' | 'close'> {
  engine: Engine;
  ingest: IngestStore['ingest'];
  /** The newest migration that this program knows. */
  schemaVersion: number;
  /** The engine of the delivery queue, if it has its own connections. */
  deliveries?: Engine;
  /** Reads what an event needs before its own transaction, if other reads may delay those of the engine. */
  eventReads?: Reader | undefined;
  /** Reads data that may be slightly out of date: lists, exports, the overview and backtests. */
  lists?: Reader | undefined;
}

export function composeStore(parts: StoreParts): Store {
  const { engine, ingest, schemaVersion, withinDeadline, generation, clockAhead, compact, close } = parts;
  const { deliveries = engine, eventReads = engine.read, lists = engine.read } = parts;
  const primaryLists = listReader(engine.read);
  return {
    engine: engine.name,
    tenants: tenantStore(engine, eventReads),
    sessions: sessionStore(engine),
    loginLimits: loginLimitStore(engine),
    members: memberStore(engine),
    secondFactors: secondFactorStore(engine),
    encryptedSecrets: encryptedSecretStore(engine),
    audit: auditStore(engine),
    privacy: privacyStore(engine),
    trust: deviceTrustStore(engine),
    events: eventReader(engine.read),
    rollups: rollupStore({ ...engine, read: lists }, engine.read),
    lists: {
      ...listReader(lists),
      // Decides between 403, 404 and an answer, even for what was recorded a moment ago.
      locate: primaryLists.locate,
      accountExists: primaryLists.accountExists,
      device: primaryLists.device,
    },
    sortedLists: sortedListReader(lists),
    links: linkReader(lists),
    activity: activityReader(lists),
    search: searchReader(lists),
    campaigns: campaignReader(lists),
    integration: integrationReader(lists),
    outcomes: outcomeStore(engine),
    outcomeBatches: outcomeBatchStore(engine),
    policies: policyStore(engine),
    assessments: assessmentReader(lists),
    webhooks: {
      endpoints: endpointStore(engine, eventReads),
      queue: deliveryQueue(engine, deliveries),
      log: deliveryLog(engine),
    },
    alerts: alertStore(engine),
    rejections: rejectionStore(engine),
    notes: noteStore(engine),
    assignments: assignmentStore(engine),
    savedViews: savedViewStore(engine),
    ingest,
    async importPosition(environmentNumber, source) {
      const row = await first(engine.read.all<{ line: number }>(READ_POSITION, environmentNumber, source));
      return row?.line ?? 0;
    },
    ready: () => requireCompatible(engine.read, schemaVersion),
    withinDeadline,
    generation,
    clockAhead,
    compact,
    close,
  };
}
