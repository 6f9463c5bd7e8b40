// The webhook settings that flows use: allowed targets and the keys of the secrets.
import { type AddressInfo, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';
import { hostResolver } from '../delivery/resolve-host.ts';
import type { Context } from '../flows/context.ts';
import type { KeyRing } from '../vocabulary/key-ring.ts';
import { parseRange, type TargetRules } from '../webhooks/target.ts';
import { loadEncryptionKeys, loadMatchingKeys } from './encryption-keys.ts';

type WebhookSettings = Context['webhooks'];

/**
 * Keys are loaded on first use, so that a command that uses no secret needs none and creates no key file. `proof` is the proof in
 * the database, which a command's keys must match; the service checks it itself.
 */
export function webhookSettings(config: Config, proof: string | null): WebhookSettings {
  const targetRules: TargetRules = {
    allowed: config.webhookAllowCidrs.map(parseRange),
    own: ownAddresses(config.host).map((address) => ({ range: parseRange(address), port: config.port })),
  };
  let keys: KeyRing | undefined;
  return {
    targetRules,
    resolveHost: hostResolver(config.dnsServers, targetRules),
    get keys() {
      keys ??= proof === null ? loadEncryptionKeys(config) : loadMatchingKeys(config, proof);
      return keys;
    },
  };
}

/**
 * Sets the address and port that the service listens on, so that it never sends to itself: the configuration may leave the port open, and
 * name a host.
 */
export function setOwnAddress(
  settings: WebhookSettings,
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
): void {
  settings.targetRules.own = ownAddresses(address).map((own) => ({ range: parseRange(own), port }));
}

function ownAddresses(host: string): string[] {
  const loopback = ['127.0.0.0/8', '::1'];
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    return [...loopback, ...all.map(({ address }) => address.split('%')[0] as string)];
  }
  return isIP(host) === 0 ? loopback : [host];
}
