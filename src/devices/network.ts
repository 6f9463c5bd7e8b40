// Parses an IP address: its canonical form, its classification, and the keys by which networks are counted.
import ipaddr from 'ipaddr.js';
import { type IpAddress, isWithin, MAX_ADDRESS_LENGTH, parseIp } from '../vocabulary/ip-address.ts';
import { memo } from '../vocabulary/memo.ts';
import type { NetworkClassification } from '../vocabulary/words.ts';

export interface Address {
  /** IPv4 dotted, or IPv6 compressed in lower case (RFC 5952). An IPv4-mapped IPv6 address is the IPv4 address. */
  canonical: string;
  classification: NetworkClassification;
  /** For display: `203.0.113.xxx`, `2001:db8::xxx`. */
  masked: string;
  /** One customer line: the full IPv4 address, or the IPv6 /64. */
  counterKey: string;
  /** IPv4 /24 or IPv6 /48. */
  narrow: string;
  /** IPv4 /16 or IPv6 /32. */
  wide: string;
}

// Maps the ranges of ipaddr.js to Assay's classifications. Any other range is reserved, never silently public.
const CLASSES: Readonly<Record<string, NetworkClassification>> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link_local',
  carrierGradeNat: 'carrier_nat',
  multicast: 'multicast',
  unspecified: 'unspecified',
};

// Documentation ranges, which ipaddr.js reports as reserved: RFC 5737, RFC 3849, RFC 9637.
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map((text) =>
  ipaddr.parseCIDR(text),
);

/** Parses one plain address; null for what `parseIp` rejects. */
export function parseAddress(text: string): Address | null {
  // Before the cache, which must not fill with long texts.
  return text.length > MAX_ADDRESS_LENGTH ? null : parseShort(text);
}

const parseShort = memo(5000, (text: string): Address | null => {
  const parsed = parseIp(text);
  if (parsed === null) return null;
  const canonical = parsed.toString();
  const classification = classify(parsed);
  if (parsed.kind() === 'ipv4') {
    const [first, second, third] = canonical.split('.');
    return {
      canonical,
      classification,
      masked: `${first}.${second}.${third}.xxx`,
      counterKey: canonical,
      narrow: `${first}.${second}.${third}.0/24`,
      wide: `${first}.${second}.0.0/16`,
    };
  }
  const parts = (parsed as ipaddr.IPv6).parts;
  const inner = embeddedIpv4(parsed as ipaddr.IPv6);
  if (inner !== null) return { ...(parseShort(inner) as Address), canonical, masked: maskIpv6(canonical) };
  return {
    canonical,
    classification,
    masked: maskIpv6(canonical),
    counterKey: `${prefix(parts, 4)}/64`,
    narrow: `${prefix(parts, 3)}/48`,
    wide: `${prefix(parts, 2)}/32`,
  };
});

function maskIpv6(canonical: string): string {
  return `${canonical.slice(0, canonical.lastIndexOf(':'))}:xxx`;
}

/**
 * The IPv4 address inside a 6to4 (RFC 3056), Teredo (RFC 4380) or NAT64 (RFC 6052) address, or null. Such an address is
 * classified and counted as the IPv4 address: otherwise an attacker could avoid every network check with a tunnel.
 */
function embeddedIpv4(address: ipaddr.IPv6): string | null {
  const range = address.range();
  const { parts } = address;
  if (range === '6to4') return dotted(parts[1] as number, parts[2] as number);
  // Teredo stores the client's address with all bits inverted.
  if (range === 'teredo') return dotted((parts[6] as number) ^ 0xffff, (parts[7] as number) ^ 0xffff);
  return range === 'rfc6052' ? dotted(parts[6] as number, parts[7] as number) : null;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function classify(address: IpAddress): NetworkClassification {
  if (DOCUMENTATION.some((range) => isWithin(address, range))) return 'documentation';
  const known = CLASSES[address.range()] ?? 'reserved';
  // IANA has allocated only 2000::/3, but ipaddr.js reports every unlisted IPv6 address as unicast.
  const unassigned = address.kind() === 'ipv6' && ((address as ipaddr.IPv6).parts[0] as number) >> 13 !== 1;
  return known === 'public' && unassigned ? 'reserved' : known;
}

/** The first groups of an IPv6 address, the rest zero: `2001:db8:7::`. */
function prefix(parts: readonly number[], groups: number): string {
  return new ipaddr.IPv6([...parts.slice(0, groups), ...Array(8 - groups).fill(0)]).toString();
}
