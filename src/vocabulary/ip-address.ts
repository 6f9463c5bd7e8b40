// Reads an IP address from text, strictly and in one way for clients, events and webhook targets.
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses: its first address, and the bits that all of its addresses share with it. */
export type IpRange = readonly [IpAddress, number];

/** Characters of the longest textual address: IPv6 with an embedded IPv4 address. */
export const MAX_ADDRESS_LENGTH = 45;

/**
 * One plain address, an IPv4-mapped one (`::ffff:10.0.0.1`) as IPv4. Null for ports, zones, short forms (`127.1`), other notations
 * (`0x7f.1`) and junk.
 */
export function parseIp(text: string): IpAddress | null {
  if (text.length > MAX_ADDRESS_LENGTH || text.includes('%')) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

export function isWithin(address: IpAddress, [start, bits]: IpRange): boolean {
  return address.kind() === start.kind() && address.match(start, bits);
}
