// Resolves the client address: the peer's own, or the one that trusted proxies report.
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { type IpAddress, isWithin, MAX_ADDRESS_LENGTH, parseIp } from '../../vocabulary/ip-address.ts';
import { memo } from '../../vocabulary/memo.ts';

/** Hops read from the right. No real chain of proxies is that long, and a forged header can have 10 KiB. */
const MAX_HOPS = 32;

/** The client's address in canonical text, or null when the connection is already closed. */
export type AddressReader = (request: IncomingMessage) => string | null;

/**
 * Reads `X-Forwarded-For` from the right for as long as the reporting peer is a trusted proxy. The walk ends at the first
 * value that is not an address, and the last trusted proxy counts as the client: garbage can neither impersonate a client
 * nor escape a rate limit.
 * @throws Error when an entry of `trustedProxies` is not a CIDR.
 */
export function addressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));
  const isTrusted = (address: IpAddress) => trusted.some((range) => isWithin(address, range));
  return (request) => {
    const peer = request.socket?.remoteAddress;
    if (peer === undefined) return null;
    if (trusted.length === 0) return plainPeer(peer);
    const first = parse(peer);
    if (first === null || !isTrusted(first)) return plainPeer(peer);
    return throughProxies(first, request.headers['x-forwarded-for'], isTrusted).toString();
  };
}

/** An IPv4 address itself, or the /64, /56 and /48 of an IPv6 address: what one caller may own, narrowest first. */
export function addressPrefixes(address: string): string[] {
  const parsed = address.includes(':') ? parse(address) : null;
  if (parsed === null || parsed.kind() === 'ipv4') return [address];
  const [a, b, c, d = 0] = (parsed as ipaddr.IPv6).parts;
  const site = `${a}:${b}:${c}`;
  return [`${site}:${d}`, `${site}:${d >> 8}/56`, site];
}

/** Whether a peer runs on this machine. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** Masks an address for logs: `203.0.113.xxx`, `2001:db8::xxx`. */
export function maskAddress(address: string): string {
  const text = parse(address)?.toString() ?? '';
  return text.replace(/[^.:]*$/, 'xxx');
}

/** An IPv4 or IPv6 address in canonical text, or null. No port, no zone, no octal; IPv4-mapped addresses become IPv4. */
export function canonicalAddress(text: string): string | null {
  return parse(text)?.toString() ?? null;
}

function throughProxies(peer: IpAddress, header: string | string[] | undefined, isTrusted: (a: IpAddress) => boolean) {
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').slice(-MAX_HOPS);
  let client = peer;
  for (let at = hops.length - 1; at >= 0 && isTrusted(client); at -= 1) {
    const reported = parse(withoutPort((hops[at] as string).trim()));
    if (reported === null) break;
    client = reported;
  }
  return client;
}

/** Removes a port: some proxies write `203.0.113.7:51312` or `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
}

function plainPeer(peer: string): string {
  return peer.includes(':') ? (parse(peer)?.toString() ?? peer) : peer;
}

function parse(text: string): IpAddress | null {
  // Before the cache, which must not fill with long texts.
  return text.length > MAX_ADDRESS_LENGTH ? null : parsed(text);
}

/** Cached, because every request parses its peer's address several times, and most peers are a few proxies. */
const parsed = memo(1_024, parseIp);
