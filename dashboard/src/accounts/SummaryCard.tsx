// The summary of an account: its activity, what its owner proved, the last 30 days, and the last label.

import { ACTIVITY_LIMITS } from '../../../src/vocabulary/activity-limits.ts';
import { DAY, MINUTE } from '../../../src/vocabulary/clock.ts';
import { STOPPED_DECISIONS } from '../../../src/vocabulary/decisions.ts';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { AccountSummary } from '../api/types.ts';
import { Card, DescriptionList } from '../components/Page.tsx';
import { DecisionTag, EvaluationTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DECISION_TEXT, eventName, LABEL_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { eventHref, screenHref } from '../shell/links.ts';

/** `account` is its external id: if the account was erased in the meantime, the summary no longer has it. */
export function SummaryCard({ account, summary }: { account: string; summary: AccountSummary }) {
  const environment = useEnvironment();
  const events = (query: Record<string, string | readonly string[]>) =>
    screenHref(environment, 'events', { account_id: account, ...query });
  return (
    <Card title="Summary">
      <DescriptionList
        items={[
          ['First seen', <Timestamp key="first" at={summary.first_seen_at} format="both" />],
          ['Last seen', <Timestamp key="last" at={summary.last_seen_at} format="both" />],
          [
            'Activity',
            <span key="activity">
              {formatCount(summary.event_count, 'event')},{' '}
              {summary.stopped_count === 0 ? (
                'none challenged or blocked'
              ) : (
                <a href={events({ decision: STOPPED_DECISIONS })}>
                  {formatNumber(summary.stopped_count)} challenged or blocked
                </a>
              )}
            </span>,
          ],
          ['Proven logins', <ProvenLogins key="proofs" summary={summary} />],
          [
            'Devices',
            `${atMost(summary.device_count, ACTIVITY_LIMITS.devices, 'device')}, ${formatNumber(summary.proven_device_count)} proven by the owner`,
          ],
          ['Proven networks', atMost(summary.proven_network_count, ACTIVITY_LIMITS.networks, 'network')],
          ['Last login let through', <EventLink key="success" event={summary.last_success} />],
          ['Last 30 days', <Recent key="recent" account={account} summary={summary} />],
          [
            riskiestName(summary.last_30_days),
            <EventLink key="risk" event={summary.last_30_days.riskiest_event} withScore />,
          ],
          ['Last label', <LastLabel key="label" outcome={summary.last_outcome} />],
        ]}
      />
    </Card>
  );
}

/** Claims of browsers may score higher than what the server reported: the name then says why the highest score is another one. */
function riskiestName({ riskiest_event: event, max_score: highest }: AccountSummary['last_30_days']): string {
  return event !== null && event.score !== highest ? 'Riskiest from your server' : 'Riskiest of 30 days';
}

/** `10,000+ devices` if counting stopped at the limit. */
function atMost(number: number, limit: number, one: string): string {
  return number < limit ? formatCount(number, one) : `${formatNumber(number)}+ ${one}s`;
}

function ProvenLogins({ summary }: { summary: AccountSummary }) {
  if (summary.proof_count === 0) return <span className="muted">None: nothing shows which events are the owner’s</span>;
  return (
    <span>
      {formatNumber(summary.proof_count)}, last <Timestamp at={summary.last_proof_at} format="both" />
    </span>
  );
}

/** The start of the last 30 days, or of the events that were read; in whole minutes, so that the address stays readable. */
function recentSince({ complete_since: complete }: AccountSummary): string {
  const start = new Date(Math.floor((Date.now() - 30 * DAY) / MINUTE) * MINUTE).toISOString();
  return complete > start ? complete : start;
}

function Recent({ account, summary }: { account: string; summary: AccountSummary }) {
  const environment = useEnvironment();
  const recent = summary.last_30_days;
  if (recent.event_count === 0) return <span className="muted">No events</span>;
  const made = DECISIONS.filter((decision) => recent.decisions[decision] > 0);
  return (
    <span>
      Highest score {recent.max_score}, mean {recent.mean_score};{' '}
      {made.map((decision, index) => (
        <span key={decision}>
          {index > 0 && ', '}
          <a href={screenHref(environment, 'events', { account_id: account, decision, from: recentSince(summary) })}>
            {formatNumber(recent.decisions[decision])} {DECISION_TEXT[decision].done.toLowerCase()}
          </a>
        </span>
      ))}
    </span>
  );
}

function LastLabel({ outcome }: { outcome: AccountSummary['last_outcome'] }) {
  const environment = useEnvironment();
  if (outcome === null) return <span className="muted">None</span>;
  return (
    <span className="row">
      <a href={eventHref(environment, outcome.event_id)}>{LABEL_TEXT[outcome.label]}</a>
      <EvaluationTag evaluation={outcome.evaluation} />
      <span className="muted">by {outcome.submitted_by},</span>
      <Timestamp at={outcome.submitted_at} format="both" />
    </span>
  );
}

function EventLink({ event, withScore = false }: { event: AccountSummary['last_success']; withScore?: boolean }) {
  const environment = useEnvironment();
  if (event === null) return <span className="muted">None</span>;
  return (
    <span className="row">
      <a href={eventHref(environment, event.id)}>{eventName(event.event_type)}</a>
      {withScore && <span>score {event.score}</span>}
      <DecisionTag decision={event.decision} />
      <Timestamp at={event.created_at} format="both" />
    </span>
  );
}
