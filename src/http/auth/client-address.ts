// Whose request is this: the peer's address, or what trusted proxies say of it (contract 2 and 10).
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Hops looked at from the right; a chain of real proxies is never as long, and a forged header may be 10 KiB. */
const MOST_HOPS = 32;

/** The client's address in canonical text, or null when the connection is already gone. */
export type AddressReader = (request: IncomingMessage) => string | null;

/**
 * Reads `X-Forwarded-For` from the right for as long as the speaker is a trusted proxy. What is no address there ends
 * the walk: the last trusted speaker then counts, so that garbage neither names a client nor escapes a rate limit.
 * @throws Error when an entry is no CIDR.
 */
export function addressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr));
  const isTrusted = (address: Address) =>
    trusted.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));
  return (request) => {
    const peer = request.socket?.remoteAddress;
    if (peer === undefined) return null;
    if (trusted.length === 0) return plainPeer(peer);
    const first = parse(peer);
    if (first === null || !isTrusted(first)) return plainPeer(peer);
    return throughProxies(first, request.headers['x-forwarded-for'], isTrusted).toString();
  };
}

/** IPv6 callers own a whole /64, so a limit counts it as one; IPv4 addresses count as they are. */
export function rateLimitKey(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = parse(address);
  return parsed === null || parsed.kind() === 'ipv4' ? address : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

/** Whether a peer sits on this machine. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** `203.0.113.xxx`, `2001:db8::xxx`: what a log may hold of an address. */
export function maskAddress(address: string): string {
  const text = parse(address)?.toString() ?? '';
  return text.replace(/[^.:]*$/, 'xxx');
}

/** An IPv4 or IPv6 address in canonical text, or null: no port, no zone, no octal, IPv4-mapped as IPv4. */
export function canonicalAddress(text: string): string | null {
  return parse(text)?.toString() ?? null;
}

function throughProxies(peer: Address, header: string | string[] | undefined, isTrusted: (a: Address) => boolean) {
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').slice(-MOST_HOPS);
  let speaker = peer;
  for (let at = hops.length - 1; at >= 0 && isTrusted(speaker); at -= 1) {
    const said = parse(withoutPort((hops[at] as string).trim()));
    if (said === null) break;
    speaker = said;
  }
  return speaker;
}

/** Some proxies write `203.0.113.7:51312` or `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
}

function plainPeer(peer: string): string {
  return peer.includes(':') ? (parse(peer)?.toString() ?? peer) : peer;
}

function parse(text: string): Address | null {
  if (text.length > 45 || text.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
