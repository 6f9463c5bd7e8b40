// GET /v1/environments/{env}/search: events, devices, sessions, deliveries, accounts and networks that a text names.
import { parseAddress } from '../../devices/network.ts';
import { profileSummary } from '../../devices/profile-summary.ts';
import type { SearchedId, SearchHit } from '../../records/search.ts';
import type { Environment } from '../../records/tenants.ts';
import { ID_PREFIXES, type IdKind } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';
import { type MaskedNetwork, maskNetwork, networkAddress } from '../networks/read-network.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';

/** Hits of each kind. */
const MAX_HITS = 10;
/** Characters after the prefix of an id: fewer match half the environment and identify nothing. */
const MIN_ID_CHARACTERS = 4;
const ID_CHARACTERS = /^[0-9a-hjkmnp-tv-z]{1,26}$/;
/** An address as lists show it: 198.51.100.xxx, 2001:db8::xxx. */
const MASKED_ADDRESS = /^([0-9a-f.:]{2,38}[.:])xxx$/;

/** The kind of row that an id of each prefix leads to: an assessment and a resolution have the number of their event. */
const KINDS: readonly (readonly [prefix: IdKind, kind: SearchedId])[] = [
  // First, because it contains the prefix of events.
  ['delivery', 'delivery'],
  ['event', 'event'],
  ['assessment', 'event'],
  ['resolution', 'event'],
  ['device', 'device'],
  ['session', 'session'],
];

export type DescribedHit = Omit<SearchHit, 'profile'> & { summary: string | null };

export interface SearchResult {
  events: DescribedHit[];
  devices: DescribedHit[];
  sessions: DescribedHit[];
  deliveries: DescribedHit[];
  /** External ids. */
  accounts: string[];
  /** For a complete address, or for a masked one, which several networks may have. */
  networks: MaskedNetwork[];
}

/** Up to ten hits of each kind; `text` is what a person typed or pasted. */
export async function search(context: Context, environment: Environment, text: string): Promise<SearchResult> {
  const typed = text.trim();
  const { search: reader } = context.store;
  const id = idPrefix(typed);
  const [hits, accounts, networks] = await Promise.all([
    id === null ? [] : reader.byId(id.kind, environment.number, id.prefix, MAX_HITS),
    typed === '' ? [] : reader.accounts(environment.number, typed, MAX_HITS),
    findNetworks(context, environment, typed),
  ]);
  const of = (kind: SearchedId) => (id?.kind === kind ? hits.map(describeHit) : []);
  return {
    events: of('event'),
    devices: of('device'),
    sessions: of('session'),
    deliveries: of('delivery'),
    accounts,
    networks,
  };
}

function idPrefix(text: string): { kind: SearchedId; prefix: string } | null {
  for (const [idKind, kind] of KINDS) {
    const start = `${ID_PREFIXES[idKind]}_`;
    if (!text.startsWith(start)) continue;
    const body = text.slice(start.length);
    if (body.length < MIN_ID_CHARACTERS || !ID_CHARACTERS.test(body)) return null;
    return { kind, prefix: `${ID_PREFIXES[kind]}_${body}` };
  }
  return null;
}

/** The network of a complete address or of a pasted network id, or the networks of a masked address. */
async function findNetworks(context: Context, environment: Environment, text: string): Promise<MaskedNetwork[]> {
  const prefix = MASKED_ADDRESS.exec(text.toLowerCase())?.[1];
  if (prefix !== undefined && parseAddress(`${prefix}1`) !== null) {
    await applyPendingRollups(context, environment);
    return (await context.store.search.networks(environment.number, prefix, MAX_HITS)).map(maskNetwork);
  }
  const address = parseAddress(text)?.canonical ?? (await networkAddress(context, environment, text));
  if (address === null) return [];
  await applyPendingRollups(context, environment);
  const row = await context.store.sortedLists.network(environment.number, address);
  return row === null ? [] : [maskNetwork(row)];
}

function describeHit({ profile, ...hit }: SearchHit): DescribedHit {
  return { ...hit, summary: profile === null ? null : profileSummary(profile) };
}
