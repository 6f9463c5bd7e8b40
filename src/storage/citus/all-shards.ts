// The statements that read every shard of a distributed database, each with its reason. No event runs one of them.
import { TO_WATCH } from '../alerts/alerts.ts';
import { LOCATE_CHANNEL } from '../alerts/channels.ts';
import { LOCATE_RULE } from '../alerts/rules.ts';
import { LOCATE_BATCH } from '../events/outcome-batches.ts';
import { locateAmong, locateAnywhere } from '../reads.ts';
import { PENDING_ENVIRONMENTS } from '../rollups/rollups.ts';
import type { Statement } from '../sql.ts';
import { LOCATE_NOTE } from '../team/notes.ts';
import { LOCATE_VIEW } from '../team/saved-views.ts';
import { SECRETS } from '../tenants/encrypted-secrets.ts';
import { DUE_ENDPOINTS, DUE_ENDPOINTS_OF, STATISTICS } from '../webhooks/delivery-queue.ts';
import { LOCATE_ENDPOINT } from '../webhooks/endpoints.ts';

interface StatementOfAllShards {
  /** What the service uses it for, and why it does not know a single environment. docs/scaling.md repeats both. */
  use: string;
  reason: string;
  statement: Statement;
}

const OWN = 'the environment of an event or device among those of the caller';
const OWN_REASON = 'queries the shards of these environments only';
const FOREIGN = "the environment of an id that is not the caller's";
const FOREIGN_REASON = '403 for the id of another environment, 404 for an unknown one: any shard may have it';
const ROTATION = 'rotation of encryption keys';
const ROTATION_REASON = 'every secret of every environment; run by an operator';

/** `test:citus` fails when the service sends any other statement that reads more than one shard. */
export const STATEMENTS_OF_ALL_SHARDS: readonly StatementOfAllShards[] = [
  { use: OWN, reason: OWN_REASON, statement: locateAmong('events', 1) },
  { use: OWN, reason: OWN_REASON, statement: locateAmong('devices', 1) },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: locateAnywhere('events') },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: locateAnywhere('devices') },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_BATCH },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_ENDPOINT },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_RULE },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_CHANNEL },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_NOTE },
  { use: FOREIGN, reason: FOREIGN_REASON, statement: LOCATE_VIEW },
  {
    use: 'endpoints with due deliveries',
    reason: 'the dispatcher serves all environments; it then claims within one',
    statement: DUE_ENDPOINTS,
  },
  {
    use: 'the same while a node is down',
    reason: 'queries each node separately, so that the environments of the others are served',
    statement: DUE_ENDPOINTS_OF,
  },
  { use: 'pending deliveries, for metrics', reason: 'a sum of all environments', statement: STATISTICS },
  {
    use: 'environments with pending rollups',
    reason: 'the background job serves all environments; it then applies within one',
    statement: PENDING_ENVIRONMENTS,
  },
  {
    use: 'environments with alerts to watch',
    reason: 'the background job serves all environments; it then evaluates within one',
    statement: TO_WATCH,
  },
  { use: ROTATION, reason: ROTATION_REASON, statement: SECRETS.endpoint.withoutPrefix },
  { use: ROTATION, reason: ROTATION_REASON, statement: SECRETS.endpoint.replace },
  { use: ROTATION, reason: ROTATION_REASON, statement: SECRETS.alert_channel.withoutPrefix },
  { use: ROTATION, reason: ROTATION_REASON, statement: SECRETS.alert_channel.replace },
];
