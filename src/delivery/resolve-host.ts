// From a host name to addresses, with a time limit of its own: getaddrinfo would share four threads with everything else.
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedAddress, isLocalName, type TargetRules } from '../webhooks/target.ts';

/** All addresses of a host, IPv4 first, or null when it has none or nobody answers. Never throws. */
export type HostResolver = (host: string) => Promise<readonly string[] | null>;

/** After one family has answered, the other is given this much longer, ms: some servers never answer AAAA. */
const SECOND_FAMILY_GRACE = 500;
const QUERY_TIMEOUT = 1_500;
const QUERY_TRIES = 2;

/**
 * Resolves by the servers of `servers` (addresses with ports; none: the system's). Where the operator has opened private
 * ranges, names of this machine and of its hosts file count too; elsewhere only the DNS is asked.
 */
export function hostResolver(servers: readonly string[], rules: TargetRules): HostResolver {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT, tries: QUERY_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const privateOpen = rules.allowed.length > 0;
  return async (host) => {
    if (isIP(host) !== 0) return [host];
    if (isLocalName(host)) return loopbackOf(rules);
    const answered = await queryBoth(resolver, host);
    if (answered.length > 0) return answered;
    return privateOpen ? hostsFile(host) : null;
  };
}

/** `localhost` is loopback by definition (RFC 6761): that of the two which is open. No DNS server is asked for it. */
function loopbackOf({ allowed }: TargetRules): readonly string[] {
  const open = ['127.0.0.1', '::1'].filter((address) => isAllowedAddress(address, 0, { allowed, own: [] }));
  return open.length > 0 ? open : ['127.0.0.1'];
}

async function queryBoth(resolver: Resolver, host: string): Promise<string[]> {
  const none = (): string[] => [];
  const families = [resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)] as const;
  const first = await Promise.race([...families.map(answerOrNever), Promise.all(families).then(none)]);
  if (first.length === 0) return (await Promise.all(families)).flat();
  const settled = await Promise.all(families.map((family) => Promise.race([family, after(SECOND_FAMILY_GRACE)])));
  return settled.flat();
}

/** Resolves only with addresses: an empty family must not end the wait for the other. */
function answerOrNever(family: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve) => {
    void family.then((addresses) => {
      if (addresses.length > 0) resolve(addresses);
    });
  });
}

function after(ms: number): Promise<string[]> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, []).unref();
  });
}

async function hostsFile(host: string): Promise<readonly string[] | null> {
  try {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch {
    return null;
  }
}
