// Sends one attempt with the real sender, for tests.

import type { AttemptReport } from '../../src/delivery/post.ts';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import { send } from '../../src/delivery/send.ts';
import { parseRange, type TargetRules } from '../../src/webhooks/target.ts';

export const LOOPBACK: TargetRules = { allowed: [parseRange('127.0.0.0/8')], own: [] };
/** Uses the resolver and the hosts file of the system. */
export const CONNECT = { rules: LOOPBACK, resolve: hostResolver([], LOOPBACK) };
export const ATTEMPT = { id: 'wh_evt_1', secret: 'whsec_grün', body: '{"text":"Ünïcödé"}', at: 1_772_366_400_999 };

export function sendTo(url: string, rules = LOOPBACK, servers: string[] = []): Promise<AttemptReport> {
  return send({ ...ATTEMPT, url }, { rules, resolve: hostResolver(servers, rules) });
}
