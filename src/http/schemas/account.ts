// Accounts as their list returns them, and one account: its summary, its timeline and its networks.
import Type from 'typebox';
import type { AccountNetwork, AccountSummary } from '../../flows/accounts/read-account.ts';
import { networkOf, type TimelineEntry } from '../../flows/accounts/timeline.ts';
import type { ActivityEvent } from '../../records/activity.ts';
import type { ListedAccount } from '../../records/sorted-lists.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS, EVALUATIONS, LABELS, NETWORK_CLASSIFICATIONS, TIMELINE_KINDS } from '../../vocabulary/words.ts';
import { MAX_DEVICES, MAX_EVENTS, MAX_NETWORKS } from './activity-limit-texts.ts';
import { type BodyOf, closed, count, countsOf, isoTimeOrNull, nullable, oneOf, time } from './schema.ts';

const ACTIVITY = {
  external_account_id: nullable(Type.String(), { description: 'Null after the account was erased.' }),
  event_count: count(),
  stopped_count: count('Events that were challenged or blocked.'),
  first_seen_at: time(),
  last_seen_at: time(),
};
const EVENT = closed({
  id: Type.String({ description: 'Event id, prefix evt_.' }),
  event_type: Type.String(),
  score: count('0 to 100.'),
  decision: oneOf(DECISIONS),
  created_at: time(),
});
const COMPLETE_SINCE =
  `All events since this time were read: the newest ${MAX_EVENTS}. Nearly every account has fewer. Older events ` +
  'were read only if scoring keeps them.';

export const AccountSchema = closed(ACTIVITY, { $id: 'Account', description: 'The activity of one account.' });

export function accountBody(account: ListedAccount): BodyOf<typeof AccountSchema> {
  return {
    external_account_id: account.externalId,
    event_count: account.eventCount,
    stopped_count: account.stoppedCount,
    first_seen_at: isoTime(account.firstSeenAt),
    last_seen_at: isoTime(account.lastSeenAt),
  };
}

export const AccountSummarySchema = closed(
  {
    ...ACTIVITY,
    proof_count: count('Events that prove its owner, such as logins that are neither challenged nor blocked.'),
    first_proof_at: nullable(time()),
    last_proof_at: nullable(time()),
    device_count: count(`Devices that it used, at most ${MAX_DEVICES}.`),
    proven_device_count: count('Devices that it has proven.'),
    once_device_count: count('Devices with one event, and without a proof or trust. An attack leaves many of them.'),
    proven_network_count: count(`Networks (/24 or /48) that it has proven, at most ${MAX_NETWORKS}.`),
    last_success: nullable(EVENT, {
      description:
        'The newest login, signup or second factor that was let through, of those that the server reported if there are any.',
    }),
    last_outcome: nullable(
      closed({
        event_id: Type.String(),
        label: oneOf(LABELS),
        evaluation: oneOf(EVALUATIONS),
        submitted_at: time(),
        submitted_by: Type.String({ examples: ['ana@example.com'] }),
      }),
    ),
    last_30_days: closed({
      event_count: count(),
      max_score: nullable(count('0 to 100.')),
      mean_score: nullable(count('0 to 100, rounded.')),
      riskiest_event: nullable(EVENT, {
        description: 'The event with the highest score, of those that the server reported if there are any.',
      }),
      decisions: countsOf(DECISIONS, 'allow'),
    }),
    complete_since: time(COMPLETE_SINCE),
  },
  { $id: 'AccountSummary', description: 'The summary of an account, from its counters and its newest events.' },
);

export function accountSummaryBody(account: AccountSummary): BodyOf<typeof AccountSummarySchema> {
  const { lastSuccess, lastOutcome, recent } = account;
  return {
    ...accountBody(account),
    proof_count: account.proofCount,
    first_proof_at: isoTimeOrNull(account.firstProofAt),
    last_proof_at: isoTimeOrNull(account.lastProofAt),
    device_count: account.deviceCount,
    proven_device_count: account.provenDeviceCount,
    once_device_count: account.onceDeviceCount,
    proven_network_count: account.provenNetworkCount,
    last_success: lastSuccess && eventBody(lastSuccess),
    last_outcome: lastOutcome && {
      event_id: lastOutcome.eventId,
      label: lastOutcome.label,
      evaluation: lastOutcome.evaluation,
      submitted_at: isoTime(lastOutcome.submittedAt),
      submitted_by: lastOutcome.submittedBy,
    },
    last_30_days: {
      event_count: recent.eventCount,
      max_score: recent.maxScore,
      mean_score: recent.meanScore,
      riskiest_event: recent.riskiest && eventBody(recent.riskiest),
      decisions: recent.decisions,
    },
    complete_since: isoTime(account.completeSince),
  };
}

function eventBody({ id, type, score, decision, at }: ActivityEvent): BodyOf<typeof EVENT> {
  return { id, event_type: type, score, decision, created_at: isoTime(at) };
}

export const TimelineEntrySchema = closed(
  {
    kind: oneOf(TIMELINE_KINDS, {
      description:
        'A run of challenged and blocked events at most six hours apart (`stopped`), the first login from a device or ' +
        'network (`first_login`), a password reset or another change of the account that was let through (`change`), a ' +
        'label (`outcome`), or a note on the account or one of its events (`note`).',
      examples: ['first_login'],
    }),
    first_at: time(),
    last_at: time(),
    event_count: count('Events that it is about; 0 for a note on the account.'),
    event: nullable(EVENT, {
      description: 'The one with the highest score, of those that the server reported if there are any.',
    }),
    event_types: Type.Array(Type.String(), {
      description: 'Distinct, in the order of their first events.',
      examples: [['login']],
    }),
    device_count: count(),
    network_count: count('Distinct networks (/24 or /48).'),
    new_device: Type.Boolean({
      description: 'For a first login: no earlier login on the device was let through.',
      examples: [true],
    }),
    new_network: Type.Boolean(),
    label: nullable(oneOf(LABELS), { examples: [null] }),
    evaluation: nullable(oneOf(EVALUATIONS), { examples: [null] }),
    note: nullable(Type.String({ description: 'Plain text.' }), { examples: [null] }),
    written_by: nullable(Type.String(), { description: 'For an outcome or a note.', examples: [null] }),
  },
  { $id: 'TimelineEntry', description: 'An important entry in the history of an account.' },
);

export function timelineEntryBody(entry: TimelineEntry): BodyOf<typeof TimelineEntrySchema> {
  const { events, telling, outcome, note } = entry;
  const distinct = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null));
  return {
    kind: entry.kind,
    first_at: isoTime(entry.firstAt),
    last_at: isoTime(entry.lastAt),
    event_count: events.length,
    event: telling === null ? null : eventBody(telling),
    event_types: [...new Set(events.map(({ type }) => type))],
    device_count: distinct(events.map(({ deviceId }) => deviceId)).size,
    network_count: distinct(events.map(({ address }) => networkOf(address))).size,
    new_device: entry.newDevice,
    new_network: entry.newNetwork,
    label: outcome?.label ?? null,
    evaluation: outcome?.evaluation ?? null,
    note: note?.text ?? null,
    written_by: outcome?.submittedBy ?? note?.createdBy.name ?? null,
  };
}

export const AccountNetworkSchema = closed(
  {
    id: Type.String({ description: 'Network id, prefix net_.' }),
    ip_masked: Type.String({ description: 'The address with its last part replaced by xxx.' }),
    classification: oneOf(NETWORK_CLASSIFICATIONS),
    event_count: count('Events of the account at the address, among those that were read.'),
    stopped_count: count('Those that were challenged or blocked.'),
    first_used_at: time(),
    last_used_at: time(),
    first_proof_at: nullable(time(), { description: 'When the account first proved the /24 or /48.' }),
  },
  { $id: 'AccountNetwork', description: 'An address and what one account did there.' },
);

export function accountNetworkBody(network: AccountNetwork): BodyOf<typeof AccountNetworkSchema> {
  return {
    id: network.id,
    ip_masked: network.maskedAddress,
    classification: network.classification,
    event_count: network.eventCount,
    stopped_count: network.stoppedCount,
    first_used_at: isoTime(network.firstUsedAt),
    last_used_at: isoTime(network.lastUsedAt),
    first_proof_at: isoTimeOrNull(network.firstProofAt),
  };
}
