// Resolves host names by DNS queries with their own timeout. getaddrinfo would block one of Node's four shared threads.
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedAddress, isLocalName, type TargetRules } from '../webhooks/target.ts';

/** Returns all addresses of a host, IPv4 first, or null when it has none or no server responds. Never throws. */
export type HostResolver = (host: string) => Promise<readonly string[] | null>;

/** How much longer to wait for the second address family after the first, ms: some servers never respond to AAAA. */
const SECOND_FAMILY_GRACE = 500;
const QUERY_TIMEOUT = 1_500;
const QUERY_TRIES = 2;

/**
 * Resolves names with `servers` (addresses with ports; empty: the system's). If the operator allows private ranges, the hosts file is
 * used, too; otherwise only DNS.
 */
export function hostResolver(servers: readonly string[], rules: TargetRules): HostResolver {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT, tries: QUERY_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const allowsPrivate = rules.allowed.length > 0;
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    if (isLocalName(host)) return loopbackAddresses(rules);
    const addresses = await queryBothFamilies(resolver, host);
    if (addresses.length > 0) return addresses;
    return allowsPrivate ? lookUpInHostsFile(host) : null;
  };
}

/** `localhost` is loopback by definition (RFC 6761) and needs no query: returns the loopback addresses that are allowed. */
function loopbackAddresses({ allowed }: TargetRules): readonly string[] {
  const permitted = ['127.0.0.1', '::1'].filter((address) => isAllowedAddress(address, 0, { allowed, own: [] }));
  return permitted.length > 0 ? permitted : ['127.0.0.1'];
}

async function queryBothFamilies(resolver: Resolver, host: string): Promise<string[]> {
  const none = (): string[] => [];
  const families = [resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)] as const;
  const first = await Promise.race([...families.map(untilNotEmpty), Promise.all(families).then(none)]);
  if (first.length === 0) return (await Promise.all(families)).flat();
  const settled = await Promise.all(families.map((family) => Promise.race([family, emptyAfter(SECOND_FAMILY_GRACE)])));
  return settled.flat();
}

/** Resolves only with addresses, otherwise never: an empty family must not end the wait for the other. */
function untilNotEmpty(family: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve) => {
    void family.then((addresses) => {
      if (addresses.length > 0) resolve(addresses);
    });
  });
}

function emptyAfter(ms: number): Promise<string[]> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, []).unref();
  });
}

async function lookUpInHostsFile(host: string): Promise<readonly string[] | null> {
  try {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch {
    return null;
  }
}
