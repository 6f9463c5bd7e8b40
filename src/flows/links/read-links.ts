// GET …/links: the accounts, devices and networks within two steps of one of them.
import { accountKeyOf } from '../../devices/digest.ts';
import { parseAddress } from '../../devices/network.ts';
import { profileSummary } from '../../devices/profile-summary.ts';
import type { LinkedFacts, LinkedKey } from '../../records/links.ts';
import type { Environment } from '../../records/tenants.ts';
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { LINKED_KINDS, type LinkedKind } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { networkAddress } from '../networks/read-network.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';

const FAN_OUT = ACTIVITY_LIMITS.neighbors;

export interface LinkedNode {
  /** An external account id, a device id or a network id. Null for an erased account. */
  id: string | null;
  kind: LinkedKind;
  label: string;
  /** Steps from the start: 0, 1 or 2. */
  distance: number;
  eventCount: number;
}

export interface Links {
  /** The start first, then by distance. */
  nodes: LinkedNode[];
  /** Indexes into `nodes`. */
  edges: [from: number, to: number][];
  /** Whether a node has more neighbors than were followed. */
  truncated: boolean;
}

/** What a caller names: exactly one of these. */
export type LinkStart = { accountId: string } | { deviceId: string } | { networkId: string };

/** @throws Failure `not_found` when the start was never seen in the environment. */
export async function readLinks(context: Context, environment: Environment, start: LinkStart): Promise<Links> {
  await applyPendingRollups(context, environment);
  const { links } = context.store;
  const root = await keyOf(context, environment, start);
  const found = new Map<string, { key: LinkedKey; distance: number }>();
  const nameOf = ({ kind, key }: LinkedKey) => `${kind} ${key}`;
  if (root !== null) found.set(nameOf(root), { key: root, distance: 0 });
  const edges = new Set<string>();
  let truncated = false;
  for (const [step, fanOut] of FAN_OUT.entries()) {
    const from = [...found.values()].filter(({ distance }) => distance === step);
    const neighborhoods = await Promise.all(
      from.map(({ key }) => links.neighbors(environment.number, { ...key, counterKey: counterKeyOf(key) }, fanOut + 1)),
    );
    neighborhoods.forEach((neighbors, index) => {
      const one = nameOf((from[index] as { key: LinkedKey }).key);
      for (const kind of LINKED_KINDS) {
        const ofKind = neighbors.filter((neighbor) => neighbor.kind === kind);
        if (ofKind.length > fanOut) truncated = true;
        for (const key of ofKind.slice(0, fanOut)) {
          const other = nameOf(key);
          if (!found.has(other)) found.set(other, { key, distance: step + 1 });
          edges.add(JSON.stringify([one, other].sort()));
        }
      }
    });
  }
  return describe(context, environment, found, edges, truncated);
}

const counterKeyOf = ({ kind, key }: LinkedKey) =>
  kind === 'network' ? (parseAddress(key)?.counterKey ?? null) : null;

async function keyOf(context: Context, environment: Environment, start: LinkStart): Promise<LinkedKey | null> {
  if ('accountId' in start) return { kind: 'account', key: accountKeyOf(start.accountId) };
  if ('deviceId' in start) return { kind: 'device', key: start.deviceId };
  const address = await networkAddress(context, environment, start.networkId);
  return address === null ? null : { kind: 'network', key: address };
}

async function describe(
  context: Context,
  environment: Environment,
  found: ReadonlyMap<string, { key: LinkedKey; distance: number }>,
  edges: ReadonlySet<string>,
  truncated: boolean,
): Promise<Links> {
  const all = [...found];
  const facts = new Map<string, LinkedFacts>();
  for (const kind of LINKED_KINDS) {
    const keys = all.filter(([, { key }]) => key.kind === kind).map(([, { key }]) => key.key);
    for (const one of await context.store.links.facts(environment.number, kind, keys)) {
      facts.set(`${kind} ${one.key}`, one);
    }
  }
  const known = all.filter(([name]) => facts.has(name)).sort(([, one], [, other]) => one.distance - other.distance);
  if (known[0]?.[1].distance !== 0) {
    throw new Failure('not_found', 'link_start_not_found', 'This was never seen in the environment.');
  }
  const indexes = new Map(known.map(([name], index) => [name, index]));
  return {
    nodes: known.map(([name, { key, distance }]) => nodeOf(key.kind, distance, facts.get(name) as LinkedFacts)),
    edges: [...edges].flatMap((text) => {
      const [one, other] = (JSON.parse(text) as string[]).map((name) => indexes.get(name));
      return one === undefined || other === undefined ? [] : [[one, other] as [number, number]];
    }),
    truncated,
  };
}

function nodeOf(kind: LinkedKind, distance: number, facts: LinkedFacts): LinkedNode {
  const common = { kind, distance, eventCount: facts.eventCount };
  if (kind === 'account') return { ...common, id: facts.externalId, label: facts.externalId ?? 'Erased account' };
  if (kind === 'device') return { ...common, id: facts.key, label: profileSummary(facts.profile ?? {}) };
  const id = facts.firstEventId === null ? null : siblingId('network', facts.firstEventId);
  return { ...common, id, label: parseAddress(facts.key)?.masked ?? '' };
}
