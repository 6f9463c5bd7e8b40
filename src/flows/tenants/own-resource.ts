// Decides between `not_found` and `forbidden` for the id of a resource, in the same way for every kind of resource.
import { Failure } from '../../vocabulary/failure.ts';
import { ID_PREFIXES, isId } from '../../vocabulary/ids.ts';

const RESOURCES = {
  environment: {
    code: 'environment_not_found',
    missing: 'There is no environment with this id.',
    foreign: 'Your credentials do not give access to this environment.',
  },
  event: {
    code: 'event_not_found',
    missing: 'There is no event with this id.',
    foreign: 'This event belongs to another environment.',
  },
  device: {
    code: 'device_not_found',
    missing: 'There is no device with this id.',
    foreign: 'This device belongs to another environment.',
  },
  campaign: {
    code: 'campaign_not_found',
    missing: 'There is no campaign with this id.',
    foreign: 'This campaign belongs to another environment.',
  },
  outcomeBatch: {
    code: 'outcome_batch_not_found',
    missing: 'There is no batch of outcomes with this id.',
    foreign: 'This batch of outcomes belongs to another environment.',
  },
  network: {
    code: 'network_not_found',
    missing: 'There is no network with this id.',
    foreign: 'This network belongs to another environment.',
  },
  rule: {
    code: 'rule_not_found',
    missing: 'There is no rule with this id in the active policy.',
    foreign: 'This rule belongs to another environment.',
  },
  endpoint: {
    code: 'endpoint_not_found',
    missing: 'There is no webhook endpoint with this id.',
    foreign: 'This webhook endpoint belongs to another environment.',
  },
  alertChannel: {
    code: 'alert_channel_not_found',
    missing: 'There is no alert channel with this id.',
    foreign: 'This alert channel belongs to another environment.',
  },
  alertRule: {
    code: 'alert_rule_not_found',
    missing: 'There is no alert rule with this id.',
    foreign: 'This alert rule belongs to another environment.',
  },
  note: {
    code: 'note_not_found',
    missing: 'There is no note with this id.',
    foreign: 'This note belongs to another environment.',
  },
  savedView: {
    code: 'saved_view_not_found',
    missing: 'There is no saved view with this id.',
    foreign: 'This saved view belongs to another environment.',
  },
  key: {
    code: 'key_not_found',
    missing: 'There is no active key with this id.',
    foreign: 'This key belongs to another environment.',
  },
  user: {
    code: 'member_not_found',
    missing: 'There is no member with this id.',
    foreign: 'This member belongs to another organization.',
  },
  session: {
    code: 'session_not_found',
    missing: 'There is no session with this id.',
    foreign: 'This session belongs to another member.',
  },
} as const;

export type ResourceKind = keyof typeof RESOURCES;

/**
 * The id to look up. A malformed id becomes one that no resource has, so a request with it costs the same lookup: the
 * response time does not reveal whether an id exists.
 */
export function lookupId(kind: ResourceKind, id: string): string {
  return isId(kind, id) ? id : `${ID_PREFIXES[kind]}_${'0'.repeat(26)}`;
}

/**
 * Returns the result of `ownOf` for the resource (or its owner) that the lookup found.
 * @param found null when the resource does not exist.
 * @param ownOf returns undefined when the caller does not own it.
 * @throws Failure `not_found` when it does not exist, `forbidden` when the caller does not own it.
 */
export function requireOwn<Found, Own>(
  kind: ResourceKind,
  found: Found | null,
  ownOf: (found: Found) => Own | undefined,
): Own {
  if (found === null) throw notFound(kind);
  const own = ownOf(found);
  if (own === undefined) throw foreign(kind);
  return own;
}

/**
 * The error for a resource that the environment of the path does not have: `forbidden` when another one has it.
 * @param owner number of the environment that has it, or null.
 */
export function notFoundHere(kind: ResourceKind, owner: number | null): Failure {
  return owner === null ? notFound(kind) : foreign(kind);
}

function foreign(kind: ResourceKind): Failure {
  return new Failure('forbidden', 'foreign_resource', RESOURCES[kind].foreign);
}

/** The error for a resource that does not exist, or was deleted while it was being changed. */
export function notFound(kind: ResourceKind): Failure {
  return new Failure('not_found', RESOURCES[kind].code, RESOURCES[kind].missing);
}
