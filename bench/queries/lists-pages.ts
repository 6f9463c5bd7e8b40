// Every list endpoint of the API with the filters to measure, and the key where a deep page starts.
import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import type { SampleIds } from '../seed/sample-ids.ts';
import type { SeededDatabase } from './lists-database.ts';

export interface ListToMeasure {
  name: string;
  /** Path and query, without the base URL. */
  url: string;
  /** Sort key of a row in the middle of the list; null when there is only one page. */
  middleKey: string | number | readonly string[] | null;
  /** Whether the endpoint requires a dashboard session. */
  session?: true;
}

/** Queries of the event list; the sample ids are filtered separately. */
const EVENT_FILTERS = [
  '',
  'event_type=login_failed',
  'decision=allow',
  'decision=block',
  'level=high',
  'signal=KNOWN_DEVICE',
  'signal=BRUTE_FORCE_SUSPECTED',
  'evaluation=inconclusive',
  'evaluation=correct_block',
  'label=account_takeover',
  'decision=block&decision=challenge&event_type=payment_attempt',
  'label=legitimate&decision=monitor',
];

export function listsToMeasure(
  environmentId: string,
  endpoint: string,
  samples: SampleIds,
  middleKeys: SeededDatabase['middleKeys'],
): ListToMeasure[] {
  const base = `/v1/environments/${environmentId}`;
  const device = `/v1/devices/${samples.busyDeviceId}`;
  const eventList = (list: string, filter: string): ListToMeasure => ({
    name: `${list}${filter === '' ? '' : ` ${filter}`}`,
    url: `${base}/${list}?${filter}`,
    middleKey: samples.eventId,
  });
  const range = `from=${isoTime(samples.until - 60 * DAY)}&to=${isoTime(samples.until - 20 * DAY)}`;
  const accounts = `account_id=${samples.busyAccount}`;
  return [
    ...EVENT_FILTERS.map((filter) => eventList('events', filter)),
    { ...eventList('events', range), name: 'events from to' },
    { ...eventList('events', accounts), name: 'events of the busiest account' },
    { ...eventList('events', `device_id=${samples.busyDeviceId}`), name: 'events of the busiest device' },
    {
      ...eventList('events', `${accounts}&signal=KNOWN_DEVICE&decision=allow`),
      name: 'events of an account, a signal, a decision',
    },
    ...['', 'policy_version=1', 'level=critical&level=high'].map((filter) => eventList('risk-assessments', filter)),
    { name: 'devices', url: `${base}/devices?`, middleKey: [samples.deviceId, samples.deviceId] },
    { name: 'device', url: device, middleKey: null },
    { name: 'events of a device', url: `${device}/events?`, middleKey: samples.eventId },
    { name: 'accounts of a device', url: `${device}/accounts?`, middleKey: samples.deviceAccountKey },
    { name: 'signals of a device', url: `${device}/signals`, middleKey: null },
    { name: 'resolutions of a device', url: `${device}/resolutions?`, middleKey: samples.eventId },
    {
      name: 'devices of an account',
      url: `${base}/accounts/${samples.busyAccount}/devices?`,
      middleKey: samples.deviceId,
    },
    { name: 'network', url: `${base}/network?`, middleKey: [samples.networkEventId, samples.networkEventId] },
    ...consoleReads(base, samples),
    { name: 'event', url: `/v1/events/${samples.eventId}`, middleKey: null },
    { name: 'outcomes of an event', url: `/v1/events/${samples.labeledEventId}/outcomes?`, middleKey: null },
    { name: 'overview', url: `${base}/overview?`, middleKey: null, session: true },
    { name: 'deliveries', url: `/v1/webhooks/${endpoint}/deliveries?`, middleKey: middleKeys.delivery, session: true },
    {
      name: 'deliveries failed',
      url: `/v1/webhooks/${endpoint}/deliveries?status=failed`,
      middleKey: middleKeys.delivery,
      session: true,
    },
    { name: 'audit', url: '/v1/audit?', middleKey: middleKeys.audit, session: true },
    { name: 'audit action', url: '/v1/audit?action=policy.rule_created', middleKey: middleKeys.audit, session: true },
  ];
}

/** Reads that only the dashboard sends: sorted lists, filters by opaque ids, and answers computed when they are read. */
function consoleReads(base: string, samples: SampleIds): ListToMeasure[] {
  const single = (name: string, path: string, session?: true): ListToMeasure => ({
    name,
    url: `${base}/${path}`,
    middleKey: null,
    ...(session && { session }),
  });
  const network = `net_${samples.networkEventId.slice(-26)}`;
  const day = (ago: number) => isoTime(samples.until - ago * DAY).slice(0, 10);
  return [
    single('events by score', 'events?sort=score'),
    single('events by score, decision=allow', 'events?sort=score&decision=allow'),
    single('events by score of the busiest account', `events?sort=score&account_id=${samples.busyAccount}`),
    single('events of a network', `events?network=${network}`),
    single('events with a fingerprint', `events?same_fingerprint_as=${samples.eventId}`),
    single('accounts', 'accounts?'),
    single('accounts by events', 'accounts?sort=event_count'),
    single('accounts by prefix', `accounts?prefix=${samples.busyAccount.slice(0, 3)}`),
    single('devices by last seen', 'devices?sort=last_seen'),
    single('network by last seen', 'network?sort=last_seen'),
    single('one network', `network/${network}`),
    single('search by id', `search?q=${samples.eventId}`, true),
    single('search by account', `search?q=${samples.busyAccount}`, true),
    single('search by prefix', `search?q=${samples.busyAccount.slice(0, 2)}`, true),
    single('campaigns of 7 days', 'campaigns?min_events=1'),
    single('campaigns of 90 days', `campaigns?from=${isoTime(samples.until - 90 * DAY)}`),
    single('links of the busiest account', `links?account_id=${samples.busyAccount}`),
    single('links of the busiest device', `links?device_id=${samples.busyDeviceId}`),
    single('trends of 90 days', `trends?from=${day(89)}&to=${day(0)}`, true),
  ];
}
