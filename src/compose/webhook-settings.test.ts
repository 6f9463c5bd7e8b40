// Tests that webhooks never go to the service itself, whatever address it listens on.
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { isAllowedAddress } from '../webhooks/target.ts';
import { setOwnAddress, webhookSettings } from './webhook-settings.ts';

const ALLOWED = { ASSAY_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8,127.0.0.0/8' };

test('a host name counts as the address that the service listens on', () => {
  const settings = webhookSettings(loadConfig({ ...ALLOWED, HOST: 'assay.internal' }), null);
  const isAllowed = (address: string, port: number) => isAllowedAddress(address, port, settings.targetRules);
  setOwnAddress(settings, { address: '10.1.2.3', port: 9_000 });
  assert.equal(isAllowed('10.1.2.3', 9_000), false);
  assert.equal(isAllowed('10.1.2.3', 9_001), true);
  assert.equal(isAllowed('10.1.2.4', 9_000), true);
});

test('a service that listens on all addresses has all of the machine', () => {
  const settings = webhookSettings(loadConfig({ ...ALLOWED, HOST: '0.0.0.0' }), null);
  setOwnAddress(settings, { address: '0.0.0.0', port: 9_000 });
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  assert.ok(addresses.length > 0);
  for (const { address } of addresses) {
    assert.equal(isAllowedAddress(address.split('%')[0] as string, 9_000, settings.targetRules), false, address);
  }
  assert.equal(isAllowedAddress('127.0.0.2', 9_000, settings.targetRules), false);
  assert.equal(isAllowedAddress('127.0.0.2', 9_001, settings.targetRules), true);
});
