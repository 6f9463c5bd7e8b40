// Checks webhook targets: the form of the URL, and forbidden addresses regardless of the name that resolved to them.
import ipaddr from 'ipaddr.js';
import { type IpRange, isWithin, parseIp } from '../vocabulary/ip-address.ts';

/** Maximum length of a URL, in characters. */
export const MAX_URL_LENGTH = 2_048;

/** Addresses that the operator allows, and those of the service itself. */
export interface TargetRules {
  /** Ranges that are allowed although they are forbidden by default. */
  allowed: readonly IpRange[];
  /** Addresses and ports of the service itself: never a target, even in an allowed range. */
  own: readonly { range: IpRange; port: number }[];
}

/** One message for every forbidden address, so that the log does not map anyone's network. */
export const TARGET_NOT_ALLOWED = 'The target address is not allowed';

/** IPv4 ranges that are private, special or shared (IANA special-purpose registry), and Azure's platform address. */
const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
].map(parseRange);

/** Only global unicast IPv6 is allowed, without Teredo and other special assignments, documentation and 6to4. */
const GLOBAL_IPV6 = parseRange('2000::/3');
const FORBIDDEN_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(parseRange);

/** Parses a range such as `127.0.0.0/8` or a single address. Throws a RangeError that quotes the text. */
export function parseRange(text: string): IpRange {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  // Require four decimal parts: the short form 10/8 would parse as 0.0.0.10/8 and allow an unintended range.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) return ipaddr.IPv4.parseCIDR(cidr);
  if (ipaddr.IPv6.isValidCIDR(cidr)) return ipaddr.IPv6.parseCIDR(cidr);
  throw new RangeError(`"${text}" is not an address range (expected a form such as 10.0.0.0/8)`);
}

/** Whether a connection to this address and port is allowed. Anything but a plain address is rejected. */
export function isAllowedAddress(text: string, port: number, rules: TargetRules): boolean {
  const address = parseIp(text);
  if (address === null) return false;
  if (rules.own.some((own) => own.port === port && isWithin(address, own.range))) return false;
  if (rules.allowed.some((range) => isWithin(address, range))) return true;
  if (address.kind() === 'ipv4') return !FORBIDDEN_IPV4.some((range) => isWithin(address, range));
  return isWithin(address, GLOBAL_IPV6) && !FORBIDDEN_IPV6.some((range) => isWithin(address, range));
}

/** Why a URL cannot be a target; `detail` is for the caller. */
export interface TargetProblem {
  code: 'malformed' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'forbidden_address';
  detail: string;
}

/** A target with a valid form. Its name must still be resolved and its address checked. */
export interface Target {
  /** As stored and requested: normalized, without a fragment. */
  url: string;
  /** The host without brackets: a name or an address. */
  host: string;
  port: number;
}

const STARTS_WITH_HOST = /^https?:\/\/[^/\\?#]/i;
const NEEDS_HOST = 'The URL must start with http:// or https:// and a host';

/** Parses a URL. Literal addresses and names of this machine are checked immediately. */
export function parseTarget(text: string, rules: TargetRules): Target | TargetProblem {
  if (text.length > MAX_URL_LENGTH) {
    return { code: 'too_long', detail: `The URL must have at most ${MAX_URL_LENGTH} characters` };
  }
  // The URL parser silently drops tabs, newlines and outer spaces; the stored URL must be the one given.
  if (/[\s\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
    return problem('malformed', 'The URL must not contain spaces or control characters');
  if (!URL.canParse(text))
    return problem('malformed', STARTS_WITH_HOST.test(text) ? 'The URL is not valid' : NEEDS_HOST);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return problem('scheme', 'Only http and https URLs are accepted');
  // The parser repairs "http:example.com" and "http:///x"; report the typing error instead.
  if (!STARTS_WITH_HOST.test(text)) return problem('malformed', NEEDS_HOST);
  if (url.username !== '' || url.password !== '')
    return problem('credentials', 'The URL must not contain a user name or password');
  if (url.port === '0') return problem('port', 'Port 0 is not allowed');
  url.hash = '';
  const target = describe(url);
  const literal = parseIp(target.host);
  const forbidden =
    literal !== null ? !isAllowedAddress(target.host, target.port, rules) : isForbiddenName(target.host, rules);
  return forbidden ? problem('forbidden_address', TARGET_NOT_ALLOWED) : target;
}

/** The parts of a stored URL that a connection needs. */
export function describe(url: URL): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { url: url.href, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}

/** Whether the name is one of this machine, ignoring trailing dots. Such names are allowed only when loopback is. */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.*$/i.test(host);
}

function isForbiddenName(host: string, rules: TargetRules): boolean {
  return isLocalName(host) && !['127.0.0.1', '::1'].some((address) => rules.allowed.some(within(address)));
}

const within = (address: string) => (range: IpRange) => isWithin(ipaddr.parse(address), range);

function problem(code: TargetProblem['code'], detail: string): TargetProblem {
  return { code, detail };
}
