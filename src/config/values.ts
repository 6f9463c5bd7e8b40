// How one setting's text becomes a typed value: each reader says what it accepts and throws that sentence otherwise.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Reads one value; throws an `Error` whose message completes "NAME must be …". */
export type Reader<T> = (text: string) => T;

/** The first encrypts; all decrypt. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}

export function text(pattern: RegExp, wanted: string): Reader<string> {
  return (value) => {
    if (!pattern.test(value)) throw new Error(wanted);
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

/** `a, b`: empty text is the empty list; an empty item is a mistake. */
function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => (value.trim() === '' ? [] : Object.freeze(value.split(',').map((item) => read(item.trim()))));
}

/** Ranges of addresses; a bare address is a range of one. */
export const cidrs: Reader<readonly string[]> = list((item) => {
  try {
    if (!item.includes('/')) return `${ipaddr.parse(item)}/${isIP(item) === 4 ? 32 : 128}`;
    ipaddr.parseCIDR(item);
    // "10/8" and "0x7f.1/8" are accepted by the parser: a range that people read wrongly is refused.
    if (isIP(item.slice(0, item.indexOf('/'))) === 0) throw new Error();
    return item;
  } catch {
    throw new Error(`a comma-separated list of CIDR ranges ("${item}" is none)`);
  }
});

/** Resolver addresses, with a port when it is not 53: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:5353`. */
export const resolvers: Reader<readonly string[]> = list((item) => {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:]+::?[0-9a-f:]*))(?::(\d{1,5}))?$/i.exec(item) ?? [];
  if (isIP(bracketed ?? plain ?? '') === 0 || Number(port ?? 53) > 65535 || Number(port ?? 53) === 0) {
    throw new Error(`a comma-separated list of resolver addresses ("${item}" is none)`);
  }
  return item;
});

/** `id:base64,id:base64`, each of exactly 32 bytes, ids different. */
export const encryptionKeys: Reader<readonly EncryptionKey[]> = (value) => {
  const keys = list((item): EncryptionKey => {
    const [, id, encoded] = /^([a-zA-Z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=?)$/.exec(item) ?? [];
    // The value itself is a secret: the message never repeats it.
    if (id === undefined || encoded === undefined) throw new Error('id:base64 pairs of 32 bytes each, comma separated');
    return { id, key: Uint8Array.from(Buffer.from(encoded, 'base64')) };
  })(value);
  if (keys.length === 0) throw new Error('at least one id:base64 pair');
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('id:base64 pairs with different ids');
  return keys;
};

/** `http://` or `https://`, no path, query or user: what links begin with. Returned without a slash at the end. */
export const origin: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || (value !== url.origin && value !== `${url.origin}/`)) {
    throw new Error('an address such as https://assay.example.com, without a path');
  }
  return url.origin;
};
