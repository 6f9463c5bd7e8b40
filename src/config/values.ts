// Parses the text of a setting into a typed value. Each reader throws an error that states what it accepts.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { EncryptionKey } from '../vocabulary/key-ring.ts';

/** Reads one value; throws an `Error` whose message completes "NAME must be …". */
export type Reader<T> = (text: string) => T;

/** A text that matches `pattern`; `expected` describes it. */
export function text(pattern: RegExp, expected: string): Reader<string> {
  return (value) => {
    if (!pattern.test(value)) throw new Error(expected);
    return value;
  };
}

/** A plain decimal integer without sign, space or exponent. */
export function integer(min: number, max: number): Reader<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d{1,15}$/.test(value) || number < min || number > max) throw new Error(`an integer from ${min} to ${max}`);
    return number;
  };
}

export function oneOf<const W extends readonly string[]>(...words: W): Reader<W[number]> {
  return (value) => {
    if (!words.includes(value)) throw new Error(`one of ${words.join(', ')}`);
    return value;
  };
}

/** An address or a host name to listen on, IPv6 without brackets. */
export const host: Reader<string> = (value) => {
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,252})$/i.test(value))
    throw new Error('an IP address or a host name');
  return value;
};

/** An email address in lowercase; whether mail arrives there is not checked. */
export const email: Reader<string> = (value) => {
  if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value)) throw new Error('an email address');
  return value.toLowerCase();
};

/** A comma-separated list. Empty text is the empty list; an empty item is an error. */
function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => (value.trim() === '' ? [] : Object.freeze(value.split(',').map((item) => read(item.trim()))));
}

/** Address ranges; a single address is a range of one. */
export const cidrs: Reader<readonly string[]> = list((item) => {
  try {
    const [address = ''] = item.split('/', 1);
    // The parser accepts "10/8", "10.5" and "0x7f.1/8", which are easily misread and therefore rejected.
    if (isIP(address) === 0) throw new Error();
    if (address === item) return `${ipaddr.parse(item)}/${isIP(item) === 4 ? 32 : 128}`;
    ipaddr.parseCIDR(item);
    return item;
  } catch {
    throw new Error(`a comma-separated list of CIDR ranges ("${item}" is not one)`);
  }
});

/** DNS server addresses, with a port unless it is 53: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:5353`. */
export const resolvers: Reader<readonly string[]> = list((item) => {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:]+::?[0-9a-f:]*))(?::(\d{1,5}))?$/i.exec(item) ?? [];
  if (isIP(bracketed ?? plain ?? '') === 0 || Number(port ?? 53) > 65535 || Number(port ?? 53) === 0) {
    throw new Error(`a comma-separated list of DNS server addresses ("${item}" is not one)`);
  }
  return item;
});

/** `id:base64,id:base64`, each of exactly 32 bytes, with distinct ids. */
export const encryptionKeys: Reader<readonly EncryptionKey[]> = (value) => {
  const keys = list((item): EncryptionKey => {
    const [, id, encoded] = /^([a-zA-Z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=?)$/.exec(item) ?? [];
    // The value is a secret and must not appear in the message.
    if (id === undefined || encoded === undefined) throw new Error('comma-separated id:base64 pairs of 32 bytes each');
    return { id, key: Uint8Array.from(Buffer.from(encoded, 'base64')) };
  })(value);
  if (keys.length === 0) throw new Error('at least one id:base64 pair');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('id:base64 pairs with distinct ids');
  return keys;
};

/** An `http://` or `https://` origin without path, query or user. Returned without a trailing slash. */
export const origin: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || (value !== url.origin && value !== `${url.origin}/`)) {
    throw new Error('an address such as https://assay.example.com, without a path');
  }
  return url.origin;
};

/** `postgres://`. A password with `/` or a port above 65535 would fail later, as an "Invalid URL" that names no setting. */
export const postgresUrl: Reader<string> = (value) => {
  if (!/^postgres(ql)?:\/\/\S+$/.test(value) || !URL.canParse(value)) throw new Error('a postgres:// address');
  return value;
};

/** `smtp://` or `smtps://` with a host, and user and password when the server needs them. The value is a secret. */
export const smtpUrl: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  if (url === null || !isPlain || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !isDecodable(url)) {
    throw new Error('an address such as smtp://user:password@host:587');
  }
  return value;
};

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}
