// Identifiers: a prefix and a time-ordered 128-bit value in Crockford base32, so that sorting ids sorts by time.

export const ID_PREFIXES = {
  event: 'evt',
  device: 'dev',
  session: 'ses',
  assessment: 'asm',
  resolution: 'res',
  outcome: 'out',
  rule: 'polr',
  endpoint: 'whe',
  delivery: 'wh_evt',
  attempt: 'wha',
  environment: 'env',
  organization: 'org',
  user: 'usr',
  key: 'key',
  audit: 'aud',
  network: 'net',
  campaign: 'cmp',
  outcomeBatch: 'otb',
  alertChannel: 'alc',
  alertRule: 'alr',
  alert: 'alt',
  alertNotification: 'aln',
  note: 'not',
  savedView: 'vew',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Creates ids of any kind. `at`, in milliseconds since the epoch, becomes the id's sortable prefix. */
export type IdSource = (kind: IdKind, at: number) => string;

/** Encodes 16 bytes as 26 characters of Crockford base32, most significant bits first. */
export function encodeBase32(bytes: Uint8Array): string {
  // 130 bits of text encode 128 bits of value: the first character holds only the top three bits.
  let out = '';
  let pending = 0;
  let bits = 2;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(pending >>> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return out;
}

/** Whether `text` is a well-formed id of this kind. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind];
  return text.startsWith(`${prefix}_`) && ID_BODY.test(text.slice(prefix.length + 1));
}

/** The smallest possible id of this kind at `at` (milliseconds since the epoch): a bound for time ranges. */
export function idFloor(kind: IdKind, at: number): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, Math.floor(at / 65536));
  new DataView(bytes.buffer).setUint16(4, at % 65536);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
}

/** The id of another kind with the same value: an event shares it with its assessment, its resolution and a device that it creates. */
export function siblingId(kind: IdKind, id: string): string {
  return `${ID_PREFIXES[kind]}_${id.slice(-26)}`;
}
