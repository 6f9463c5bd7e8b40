// Sample inputs for storage, as flows would pass them; tests override the parts they are about.
import { createHash, randomBytes } from 'node:crypto';
import type { EventKeys, EventRow, EventWrites } from '../../src/records/ingest.ts';
import type { Environment, NewKey, Organization } from '../../src/records/tenants.ts';
import { encodeBase32, ID_PREFIXES, type IdKind } from '../../src/vocabulary/ids.ts';
import { ALL_WINDOWS } from '../../src/vocabulary/windows.ts';

export const NOON = Date.UTC(2026, 2, 1, 12);

let created = 0;

/** An id that sorts in order of creation, whatever the time. */
export function id(kind: IdKind): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(NOON, 0, 6);
  bytes.writeUInt32BE(++created, 6);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
}

/** A digest of 22 characters, as account keys, fingerprints and tokens are. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

export function eventKeys(environmentNumber: number, more: Partial<EventKeys> = {}): EventKeys {
  return {
    environmentNumber,
    at: NOON,
    accountKey: digest('alice'),
    persistentId: digest('phone'),
    sessionToken: null,
    fingerprint: digest('fp'),
    counterAddress: '203.0.113.7',
    narrowNetwork: '203.0.113.0/24',
    wideNetwork: '203.0.0.0/16',
    idempotencyKey: null,
    ...more,
  };
}

export const PROFILE = { os_family: 'macOS', browser_version: [133, 0], languages: ['nb-NO', 'en'], device_memory: 8 };

export function eventRow(from: EventKeys, more: Partial<EventRow> = {}): EventRow {
  return {
    environmentNumber: from.environmentNumber,
    id: id('event'),
    type: 'login',
    at: from.at,
    createdAt: from.at + 5,
    credential: 'public',
    accountKey: from.accountKey,
    deviceId: id('device'),
    sessionId: id('session'),
    address: from.counterAddress,
    counterAddress: from.counterAddress,
    wideNetwork: from.wideNetwork,
    classification: 'public',
    fingerprint: from.fingerprint,
    agent: digest('agent'),
    sessionToken: from.sessionToken,
    state: 'new',
    recognized: false,
    score: 20,
    level: 'low',
    defaultDecision: 'allow',
    decision: 'monitor',
    policyVersion: 1,
    matchedRule: { id: id('rule'), name: "O'Brien's ‮rule %_" },
    forced: false,
    deviceNew: true,
    deviceTrusted: false,
    windows: ALL_WINDOWS,
    automation: { score: 35, webdriver: false, headlessHint: true, runtimeInconsistency: false },
    signals: [
      {
        code: 'NEW_DEVICE',
        weight: 20,
        description: 'First time here.',
        metadata: { count: 0, window: null, text: 'ü' },
      },
    ],
    resolution: {
      method: 'new_device',
      confidence: 97,
      candidateCount: 2,
      reason: 'Nothing known resembles it.',
      matchedSignals: ['os_family'],
      changedSignals: [{ signal: 'screen', from: '1x1', to: '2x2' }],
      conflictingSignals: [{ signal: 'platform', from: 'a', to: 'b', severity: 'hard' }],
      unknownSignals: ['plugins'],
      evidence: { posterior: 0.25, runnerUp: 0.125, deviceCount: 12, weights: 'w1' },
    },
    stableSignals: { digest: digest('stable'), body: '{"platform":"MacIntel"}' },
    volatileSignals: '{"connection_rtt":50}',
    ...more,
  };
}

/** The account on a new device, not proven. */
export const UNPROVEN_PAIR = {
  created: true,
  proven: false,
  withServerSignals: false,
  confirmed: false,
  afterRecovery: false,
} as const;

/** Overrides of event writes: `event` and `device` are merged, other parts replaced. */
export type WritesOverride = Partial<Omit<EventWrites, 'event' | 'device'>> & {
  event?: Partial<EventRow>;
  device?: Partial<EventWrites['device']>;
};

/** The writes of a first event: new account, new device, new session. */
export function writes(
  from: EventKeys,
  { event: eventPart, device: devicePart, ...rest }: WritesOverride = {},
): EventWrites {
  const event = eventRow(from, eventPart);
  return {
    event,
    device: {
      id: event.deviceId,
      created: true,
      provisional: false,
      profile: PROFILE,
      addKeys: [],
      attachId: from.persistentId,
      refuteId: null,
      networks: from.narrowNetwork === null ? [] : [from.narrowNetwork],
      countFrequencies: [],
      ...devicePart,
    },
    account: from.accountKey === null ? null : { key: from.accountKey, externalId: 'alice', created: true },
    pair: from.accountKey === null ? null : UNPROVEN_PAIR,
    networkProof: null,
    session: { id: event.sessionId, created: true },
    fingerprintRecognized: event.recognized,
    fingerprintSettled: false,
    failure: null,
    corrects: [],
    recovery: false,
    serverSuccess: false,
    deliveries: [],
    idempotency: null,
    importPosition: null,
    ...rest,
  };
}

export function organization(): Organization {
  return { id: id('organization'), name: 'Øst & Sønner', createdAt: NOON };
}

export function environment(
  organizationId: string,
  more: Partial<Environment> = {},
): Omit<Environment, 'number' | 'policyVersion' | 'webhooksVersion'> {
  return {
    id: id('environment'),
    organizationId,
    kind: 'test',
    name: 'Test',
    publicRisk: 'full',
    allowedOrigins: [],
    retentionDays: null,
    createdAt: NOON,
    ...more,
  };
}

export function key(environmentId: string, more: Partial<NewKey> = {}): NewKey {
  const keyId = id('key');
  return {
    id: keyId,
    environmentId,
    kind: 'secret',
    name: 'backend',
    lastFour: 'w9x4',
    createdAt: NOON,
    lastUsedAt: null,
    revokedAt: null,
    digest: createHash('sha256').update(keyId).digest('hex'),
    ...more,
  };
}

/** A promise and the function that resolves it, to hold a transaction open. */
export function barrier(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
