// Who an account is and what happened to it: its activity, the riskiest event of the last 30 days, and the last label.
import { EVALUATIONS } from '../../../src/vocabulary/words.ts';
import { useList } from '../api/read.ts';
import type { Account, EventItem } from '../api/types.ts';
import { Card, DescriptionList } from '../components/Page.tsx';
import { DecisionTag, EvaluationTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, eventName } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { eventHref, screenHref } from '../shell/links.ts';

const MONTH = 30 * 86_400_000;
const CONCLUSIVE = EVALUATIONS.filter((evaluation) => evaluation !== 'inconclusive');

export function AccountSummary({ account }: { account: string }) {
  const environment = useEnvironment();
  // Whole hours, so that the address of the read stays the same while the page is open.
  const from = new Date(Math.floor((Date.now() - MONTH) / 3_600_000) * 3_600_000).toISOString();
  const events = environmentPath(environment, '/events');
  const [facts] = useRows<Account>(environmentPath(environment, '/accounts'), { prefix: account, limit: 1 });
  const [riskiest] = useRows<EventItem>(events, { account_id: account, sort: 'score', from, limit: 1 });
  const [success] = useRows<EventItem>(events, {
    account_id: account,
    event_type: 'login',
    decision: 'allow',
    limit: 1,
  });
  const [labeled] = useRows<EventItem>(events, { account_id: account, evaluation: CONCLUSIVE, limit: 1 });
  if (facts === undefined || facts.external_account_id !== account) return null;
  const stopped = screenHref(environment, 'events', { account_id: account, decision: ['challenge', 'block'] });
  return (
    <Card title="Summary">
      <DescriptionList
        items={[
          ['First seen', <Timestamp key="first" at={facts.first_seen_at} format="both" />],
          ['Last seen', <Timestamp key="last" at={facts.last_seen_at} format="both" />],
          [
            'Activity',
            <span key="activity">
              {count(facts.event_count, 'event')},{' '}
              {facts.stopped_count === 0 ? (
                'none challenged or blocked'
              ) : (
                <a href={stopped}>{facts.stopped_count.toLocaleString('en')} challenged or blocked</a>
              )}
            </span>,
          ],
          ['Last login let through', <EventLink key="success" event={success} />],
          ['Riskiest event of 30 days', <EventLink key="risk" event={riskiest} withScore />],
          ['Last label', <EventLink key="label" event={labeled} />],
        ]}
      />
    </Card>
  );
}

function useRows<T>(path: string, query: Parameters<typeof useList>[1]): T[] {
  return useList<T>(path, query).data?.data ?? [];
}

function EventLink({ event, withScore = false }: { event: EventItem | undefined; withScore?: boolean }) {
  const environment = useEnvironment();
  if (event === undefined) return <span className="muted">None</span>;
  return (
    <span className="row">
      <a href={eventHref(environment, event.id)}>{eventName(event.event_type)}</a>
      {withScore && <Score score={event.risk.score} level={event.risk.level} />}
      <DecisionTag decision={event.risk.decision} />
      {event.evaluation !== 'inconclusive' && <EvaluationTag evaluation={event.evaluation} />}
      <Timestamp at={event.created_at} format="both" />
    </span>
  );
}
