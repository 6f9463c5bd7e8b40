// Network prefixes of an address for baselines, which do not use the service's own parsing.

/** The /24 of an IPv4 address, or the first three groups (/48) of an IPv6 one. */
export function narrowNetwork(address: string): string {
  return address.split(/[.:]/).slice(0, 3).join('.');
}

/** The /16 of an IPv4 address, or the first two groups (/32) of an IPv6 one. */
export function wideNetwork(address: string): string {
  return address.split(/[.:]/).slice(0, 2).join('.');
}
