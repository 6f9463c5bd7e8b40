// Every list of the reading API as the bench asks for it, and the key in the middle of each where a deep page begins.

import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import type { Landmarks } from '../seed/dataset-landmarks.ts';
import type { FilledDatabase } from './lists-database.ts';

export interface ListToMeasure {
  name: string;
  /** Path with its filter, below the base address. */
  url: string;
  /** The sort key of a row in the middle; null for what has one page. */
  deep: string | number | null;
  /** Answered to dashboard sessions alone. */
  session?: true;
}

export function listsToMeasure(
  env: string,
  endpoint: string,
  marks: Landmarks,
  middles: FilledDatabase['middles'],
): ListToMeasure[] {
  const base = `/v1/environments/${env}`;
  const device = `/v1/devices/${marks.busyDeviceId}`;
  const of = (list: string, filter: string): ListToMeasure => ({
    name: `${list}${filter === '' ? '' : ` ${filter}`}`,
    url: `${base}/${list}?${filter}`,
    deep: marks.eventId,
  });
  const range = `from=${isoTime(marks.until - 60 * DAY)}&to=${isoTime(marks.until - 20 * DAY)}`;
  const accounts = `account_id=${marks.busyAccount}`;
  return [
    ...['', 'event_type=login_failed', 'decision=allow', 'decision=block', 'level=high', 'signal=KNOWN_DEVICE'].map(
      (filter) => of('events', filter),
    ),
    ...[
      'signal=BRUTE_FORCE_SUSPECTED',
      'evaluation=inconclusive',
      'evaluation=correct_block',
      'label=account_takeover',
    ].map((filter) => of('events', filter)),
    ...['decision=block&decision=challenge&event_type=payment_attempt', 'label=legitimate&decision=monitor'].map(
      (filter) => of('events', filter),
    ),
    { ...of('events', range), name: 'events from to' },
    { ...of('events', accounts), name: 'events of the busiest account' },
    { ...of('events', `device_id=${marks.busyDeviceId}`), name: 'events of the busiest device' },
    {
      ...of('events', `${accounts}&signal=KNOWN_DEVICE&decision=allow`),
      name: 'events of an account, a signal, a decision',
    },
    ...['', 'policy_version=1', `level=critical&level=high`].map((filter) => of('risk-assessments', filter)),
    { name: 'devices', url: `${base}/devices?`, deep: marks.deviceId },
    { name: 'device', url: device, deep: null },
    { name: 'events of a device', url: `${device}/events?`, deep: marks.eventId },
    { name: 'accounts of a device', url: `${device}/accounts?`, deep: marks.deviceAccountKey },
    { name: 'signals of a device', url: `${device}/signals`, deep: null },
    { name: 'resolutions of a device', url: `${device}/resolutions?`, deep: marks.eventId },
    { name: 'devices of an account', url: `${base}/accounts/${marks.busyAccount}/devices?`, deep: marks.deviceId },
    { name: 'network', url: `${base}/network?`, deep: marks.networkEventId },
    { name: 'event', url: `/v1/events/${marks.eventId}`, deep: null },
    { name: 'outcomes of an event', url: `/v1/events/${marks.labeledEventId}/outcomes?`, deep: null },
    { name: 'overview', url: `${base}/overview?`, deep: null, session: true },
    { name: 'deliveries', url: `/v1/webhooks/${endpoint}/deliveries?`, deep: middles.delivery, session: true },
    {
      name: 'deliveries failed',
      url: `/v1/webhooks/${endpoint}/deliveries?status=failed`,
      deep: middles.delivery,
      session: true,
    },
    { name: 'audit', url: '/v1/audit?', deep: middles.audit, session: true },
    { name: 'audit action', url: '/v1/audit?action=policy.rule_created', deep: middles.audit, session: true },
  ];
}
