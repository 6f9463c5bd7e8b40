// What a pasted text names: the id within a link or a message, in any case, or the text itself. Pure.
import { ID_PREFIXES, isId } from '../../../src/vocabulary/ids.ts';

/** The longest prefix comes first: that of deliveries ends in that of events. */
const PREFIXES = (
  ['delivery', 'event', 'assessment', 'resolution', 'device', 'session', 'network', 'campaign'] as const
)
  .map((kind) => ID_PREFIXES[kind])
  .join('|');
const COMPLETE_ID = new RegExp(`(?<![0-9a-z_])(?:${PREFIXES})_[0-7][0-9a-hjkmnp-tv-z]{25}(?![0-9a-z])`, 'i');
/** An address without its last part that is not masked as lists do it: 198.51.100, 198.51.100.* */
const PARTIAL_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){2}(?:\.(?:x{1,2}|\*|0\/24)?)?$/i;

export interface Pasted {
  /** What the service is asked for. */
  query: string;
  /** The id of the campaign that the text names: the service knows it by the number of any of its events. */
  campaign: string | null;
}

export function readPasted(text: string): Pasted {
  const typed = text.trim();
  const id = COMPLETE_ID.exec(typed)?.[0].toLowerCase();
  if (id === undefined) return { query: typed, campaign: null };
  if (!isId('campaign', id)) return { query: id, campaign: null };
  return { query: `${ID_PREFIXES.event}_${id.slice(ID_PREFIXES.campaign.length + 1)}`, campaign: id };
}

/** Why a search found nothing, with what to type instead. */
export function nothingFound(query: string): string {
  const hint = PARTIAL_ADDRESS.test(query) ? ' Enter a full IP address, or a masked one such as 198.51.100.xxx.' : '';
  return `Nothing in this environment matches.${hint}`;
}
