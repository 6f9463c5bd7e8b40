// Devices, what accounts did on them, their signals and the resolutions of their events.
import Type from 'typebox';
import type { DescribedDevice } from '../../flows/devices/read-device.ts';
import type { DeviceSignal } from '../../flows/devices/read-device-signals.ts';
import type { AccountDevice, ListedResolution } from '../../records/lists.ts';
import type { DeviceAccount } from '../../records/sorted-lists.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { RESOLUTION_FIELDS, resolutionBody } from './resolution.ts';
import { type BodyOf, closed, isoTimeOrNull, nullable, oneOf, time } from './schema.ts';

const DEVICE_FIELDS = {
  id: Type.String({ description: 'Prefix dev_.' }),
  is_trusted: Type.Boolean(),
  trusted_at: nullable(time()),
  first_seen_at: time(),
  last_seen_at: time(),
  event_count: Type.Integer(),
  account_count: Type.Integer(),
  summary: Type.String({ description: 'Browser and operating system in a few words.' }),
};

export const DeviceSchema = closed(DEVICE_FIELDS, { $id: 'Device', description: 'A device.' });

export function deviceBody(device: DescribedDevice): BodyOf<typeof DeviceSchema> {
  return {
    id: device.id,
    is_trusted: device.isTrusted,
    trusted_at: isoTimeOrNull(device.trustedAt),
    first_seen_at: isoTime(device.firstSeenAt),
    last_seen_at: isoTime(device.lastSeenAt),
    event_count: device.eventCount,
    account_count: device.accountCount,
    summary: device.summary,
  };
}

export const AccountDeviceSchema = closed(
  {
    ...DEVICE_FIELDS,
    first_used_at: time(),
    last_used_at: time(),
    first_proof_at: nullable(time('When the account first proved the device.')),
  },
  {
    $id: 'AccountDevice',
    description: 'A device and what one account did on it; `event_count` counts the events of that account only.',
  },
);

export function accountDeviceBody(device: DescribedDevice<AccountDevice>): BodyOf<typeof AccountDeviceSchema> {
  return {
    ...deviceBody(device),
    event_count: device.accountEventCount,
    first_used_at: isoTime(device.firstUsedAt),
    last_used_at: isoTime(device.lastUsedAt),
    first_proof_at: isoTimeOrNull(device.firstProofAt),
  };
}

export const DeviceAccountSchema = closed(
  {
    external_account_id: nullable(Type.String(), { description: 'Null after the account was erased.' }),
    first_seen_at: time(),
    last_seen_at: time(),
    event_count: Type.Integer(),
  },
  { $id: 'DeviceAccount', description: 'An account and what it did on one device.' },
);

export function deviceAccountBody(account: DeviceAccount): BodyOf<typeof DeviceAccountSchema> {
  return {
    external_account_id: account.externalId,
    first_seen_at: isoTime(account.firstSeenAt),
    last_seen_at: isoTime(account.lastSeenAt),
    event_count: account.eventCount,
  };
}

export const DeviceSignalSchema = closed({
  signal: Type.String({ examples: ['platform'] }),
  value: Type.Unsafe<unknown>({ description: 'String, number, boolean, or a list of them.', examples: ['Win32'] }),
  first_changed_at: nullable(time('Null while the value has not changed since the device was created.')),
  last_changed_at: nullable(time()),
});

export function deviceSignalBody(signal: DeviceSignal): BodyOf<typeof DeviceSignalSchema> {
  return {
    signal: signal.signal,
    value: signal.value,
    first_changed_at: isoTimeOrNull(signal.firstChangedAt),
    last_changed_at: isoTimeOrNull(signal.lastChangedAt),
  };
}

export const DeviceComparisonSchema = closed({
  signals: Type.Array(
    closed({
      signal: Type.String({ examples: ['platform'] }),
      verdict: oneOf(['agree', 'differ', 'unknown']),
      bits: Type.Number({ description: 'log2 of the likelihood ratio of the same machine to another machine.' }),
      hard: Type.Boolean({ description: 'Whether this difference rules out the same machine.' }),
      one: Type.String({ description: 'Value of `device`.', examples: ['Win32'] }),
      other: Type.String({ description: 'Value of `other`.', examples: ['Win32'] }),
    }),
  ),
  bits: Type.Number({ description: 'Sum; above 10 the odds are 1,000 : 1 before any prior.' }),
  hard: Type.Boolean(),
});

export const ResolutionItemSchema = closed(
  {
    id: Type.String({ description: 'Prefix res_.' }),
    event_id: Type.String(),
    ...RESOLUTION_FIELDS,
    created_at: time(),
  },
  { $id: 'Resolution', description: 'How the device of an event was resolved.' },
);

export function resolutionItem(listed: ListedResolution): BodyOf<typeof ResolutionItemSchema> {
  return {
    id: siblingId('resolution', listed.eventId),
    event_id: listed.eventId,
    ...resolutionBody(listed.resolution),
    created_at: isoTime(listed.createdAt),
  };
}
