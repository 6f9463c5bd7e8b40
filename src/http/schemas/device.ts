// Devices, what accounts did on them, and how their events were resolved (contract 4).
import Type from 'typebox';
import type { DescribedDevice } from '../../flows/devices/read-device.ts';
import type { AccountDevice, DeviceAccount, ListedResolution } from '../../records/lists.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { RESOLUTION_FIELDS, resolutionBody } from './resolution.ts';
import { closed, nullable, time } from './schema.ts';

const DEVICE_FIELDS = {
  id: Type.String({ description: 'Prefix dev_.' }),
  is_trusted: Type.Boolean(),
  trusted_at: nullable(time()),
  first_seen_at: time(),
  last_seen_at: time(),
  event_count: Type.Integer(),
  account_count: Type.Integer(),
  summary: Type.String({ description: 'Browser and system for people.' }),
};

export const DeviceSchema = closed(DEVICE_FIELDS, { $id: 'Device', description: 'A device.' });

export function deviceBody(device: DescribedDevice) {
  return {
    id: device.id,
    is_trusted: device.isTrusted,
    trusted_at: device.trustedAt === null ? null : isoTime(device.trustedAt),
    first_seen_at: isoTime(device.firstSeenAt),
    last_seen_at: isoTime(device.lastSeenAt),
    event_count: device.eventCount,
    account_count: device.accountCount,
    summary: device.summary,
  };
}

export const AccountDeviceSchema = closed(
  { ...DEVICE_FIELDS, first_used_at: time(), last_used_at: time() },
  {
    $id: 'AccountDevice',
    description: 'A device and what one account did on it; `event_count` is that of the account.',
  },
);

export function accountDeviceBody(device: DescribedDevice<AccountDevice>) {
  return {
    ...deviceBody(device),
    event_count: device.accountEventCount,
    first_used_at: isoTime(device.firstUsedAt),
    last_used_at: isoTime(device.lastUsedAt),
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

export function deviceAccountBody(account: DeviceAccount) {
  return {
    external_account_id: account.externalId,
    first_seen_at: isoTime(account.firstSeenAt),
    last_seen_at: isoTime(account.lastSeenAt),
    event_count: account.eventCount,
  };
}

export const ResolutionItemSchema = closed(
  {
    id: Type.String({ description: 'Prefix res_.' }),
    event_id: Type.String(),
    ...RESOLUTION_FIELDS,
    created_at: time(),
  },
  { $id: 'Resolution', description: 'How the device of an event was found.' },
);

export function resolutionItem({ eventId, createdAt, resolution }: ListedResolution) {
  return {
    id: siblingId('resolution', eventId),
    event_id: eventId,
    ...resolutionBody(resolution),
    created_at: isoTime(createdAt),
  };
}
