// Measures what an alert rule watches: the current condition in one sentence, since when, and where to look.
import type { AlertRule, DecisionCounts } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import { ALERT_THRESHOLDS, type AlertKind, windowText } from '../../vocabulary/alerts.ts';
import { isoTime, MINUTE } from '../../vocabulary/clock.ts';
import { formatCount, formatNumber } from '../../vocabulary/format-count.ts';
import { isOrigin } from '../../vocabulary/origin.ts';
import { type Campaign, listCampaigns } from '../campaigns/list-campaigns.ts';
import type { Context } from '../context.ts';
import { isReported } from '../events/reported-events.ts';
import { MAX_ENDPOINTS } from '../webhooks/create-endpoint.ts';

/** A condition that exceeds a rule's threshold. */
export interface Finding {
  /** The subject, where a rule may find several conditions one after the other or at once, or ''. */
  target: string;
  value: number;
  since: number;
  what: string;
  path: string;
}

/**
 * The subject of an attack that shows in what the server reports. One that shows only with claims has another: an open alert about thirty wrong
 * passwords under the public key, which anyone can keep open, took in the attack that followed, and nobody was told.
 */
const REPORTED = 'reported';

/** Newest events on which the share of blocks is measured: one range of an index, whatever the traffic. */
const MAX_EVENTS = 10_000;
/** Newest stopped events that are grouped, as many as the largest threshold: 14 ms with SQLite. */
const MAX_STOPPED = ALERT_THRESHOLDS.attack_wave.max;
/** Origins listed in a message. */
const LISTED_ORIGINS = 3;
/** Characters of an origin in a message: anyone can send one. */
const MAX_ORIGIN_LENGTH = 100;

type Measure = (context: Context, environment: Environment, rule: AlertRule, now: number) => Promise<Finding[]>;

const MEASURES: Readonly<Record<AlertKind, Measure>> = {
  block_share: measureBlockShare,
  attack_wave: measureAttackWave,
  webhook_failing: measureWebhooks,
  refused_origins: measureRefusedOrigins,
};

/** The conditions that exceed the rule's threshold at `now` (ms). */
export function measureRule(context: Context, environment: Environment, rule: AlertRule, now: number) {
  return MEASURES[rule.kind](context, environment, rule, now);
}

/** What is later was dated by a clock that was ahead, and would count until that time; processes may differ by seconds. */
const rangeOf = ({ windowMinutes }: AlertRule, now: number) => ({
  from: now - windowMinutes * MINUTE,
  to: now + MINUTE,
});

async function measureBlockShare(context: Context, environment: Environment, rule: AlertRule, now: number) {
  const range = rangeOf(rule, now);
  const { from } = range;
  const { all, reported } = await context.store.alerts.decisionsWithin(environment.number, range, MAX_EVENTS);
  const ofAll = { ...all, value: shareOf(all), target: '', whose: '' };
  // Four page views under the public key for each event that the server reports hid any attack from the share of all events.
  const whose = reported.events === all.events ? '' : ' that the server reports';
  const ofServer = { ...reported, value: shareOf(reported), target: REPORTED, whose };
  const exceeds = [ofServer, ofAll].find(({ events, value }) => events >= rule.minEvents && value >= rule.threshold);
  if (exceeds === undefined) return [];
  const { events, blocked, firstBlockAt, value, target } = exceeds;
  const what = `${value} % of the events${exceeds.whose} were blocked: ${formatNumber(blocked)} of ${formatNumber(events)} within ${windowText(rule.windowMinutes)}.`;
  const path = `events?decision=block&from=${isoTime(from)}`;
  return [found({ target, value, since: firstBlockAt ?? from, what, path })];
}

function shareOf({ events, blocked }: DecisionCounts): number {
  return events === 0 ? 0 : Math.floor((100 * blocked) / events);
}

async function measureAttackWave(context: Context, environment: Environment, rule: AlertRule, now: number) {
  const filter = { ...rangeOf(rule, now), minEvents: rule.threshold, unlabeled: false };
  const { campaigns } = await listCampaigns(context, environment, filter, MAX_STOPPED);
  const largest = campaigns.toSorted(byReportedSize)[0];
  if (largest === undefined) return [];
  const { id, eventCount, accountCount, firstAt } = largest;
  const target = reportedSize(largest) >= rule.threshold ? REPORTED : '';
  const others = campaigns.length - 1;
  const what =
    `An attack on ${formatCount(accountCount, 'account')}: ` +
    `${formatCount(eventCount, 'event')} challenged or blocked within ${windowText(rule.windowMinutes)}` +
    `${others === 0 ? '.' : `, and ${formatCount(others, 'other campaign')}.`}`;
  return [found({ target, value: eventCount, since: firstAt, what, path: `campaigns/${id}` })];
}

const reportedSize = ({ events }: Campaign): number => events.filter(isReported).length;

/** By what the server reported, then by all events: a larger campaign of claims alone took the place of the attack in the alert. */
function byReportedSize(one: Campaign, other: Campaign): number {
  return reportedSize(other) - reportedSize(one) || other.eventCount - one.eventCount;
}

async function measureWebhooks(context: Context, environment: Environment, rule: AlertRule) {
  const page = { from: null, limit: MAX_ENDPOINTS };
  const endpoints = await context.store.webhooks.endpoints.list(environment.number, page);
  return endpoints
    .filter(({ status, consecutiveFailures }) => status === 'active' && consecutiveFailures >= rule.threshold)
    .map(({ id, url, consecutiveFailures, lastSuccessAt, createdAt }) =>
      found({
        target: id,
        value: consecutiveFailures,
        since: lastSuccessAt ?? createdAt,
        // Receivers put tokens in the query of their URL.
        what: `${url.replace(/\?.*$/s, '?…')} has failed ${consecutiveFailures === 1 ? 'once' : `${formatNumber(consecutiveFailures)} times in a row`}.`,
        path: `webhooks/${id}`,
      }),
    );
}

async function measureRefusedOrigins(context: Context, environment: Environment, rule: AlertRule, now: number) {
  const { from, to } = rangeOf(rule, now);
  const counts = await context.store.rejections.since(environment.number, from);
  const origins = new Map<string, number>();
  let since = now;
  for (const { kind, word, at, count } of counts) {
    if (kind !== 'origin' || at >= to) continue;
    // Anyone with the public key chooses the header, and a message must not quote arbitrary text.
    const origin = isOrigin(word) ? word : 'invalid origins';
    origins.set(origin, (origins.get(origin) ?? 0) + count);
    since = Math.min(since, at);
  }
  const value = [...origins.values()].reduce((sum, count) => sum + count, 0);
  if (value < rule.threshold) return [];
  const listed = [...origins]
    .sort(([, one], [, other]) => other - one)
    .slice(0, LISTED_ORIGINS)
    .map(([origin, count]) => `${origin.slice(0, MAX_ORIGIN_LENGTH)} (${formatNumber(count)})`);
  const more = origins.size > listed.length ? ` and ${formatNumber(origins.size - listed.length)} more` : '';
  const what = `${formatCount(value, 'event')} came from origins that are not allowed: ${listed.join(', ')}${more}.`;
  return [found({ value, since, what, path: 'keys' })];
}

/** A finding of a rule that has at most one. */
function found(finding: Omit<Finding, 'target'> & { target?: string }): Finding {
  return { target: '', ...finding };
}
