// The delivery log: what was sent, each attempt with its answer, and one more try by hand.
import { Button, Select } from '@mantine/core';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../src/vocabulary/words.ts';
import type { Attempt, Delivery, WebhookEndpoint } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { ShortId } from '../components/Copy.tsx';
import { Await, Empty } from '../components/Feedback.tsx';
import { done, failed } from '../components/notice.ts';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { count, DELIVERY_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { toEvent } from '../shell/links.ts';
import classes from './Deliveries.module.css';

export function Deliveries({ endpoint, mayChange }: { endpoint: WebhookEndpoint; mayChange: boolean }) {
  const filters = useFilters();
  const path = `/v1/webhooks/${endpoint.id}/deliveries`;
  // Attempts come in by themselves: read again every few seconds.
  const read = useList<Delivery>(path, filters.search, { every: 3_000 });
  return (
    <Card title="Deliveries" flush>
      <div className={classes.filters}>
        <Select
          label="Status"
          placeholder="Any"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear status' }}
          data={DELIVERY_STATUSES.map((value) => ({ value, label: DELIVERY_TEXT[value].name }))}
          value={filters.one('status') || null}
          onChange={(value) => filters.set({ status: value ?? undefined })}
        />
        <Select
          label="Type"
          placeholder="Any"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear type' }}
          data={[...WEBHOOK_TYPES]}
          value={filters.one('type') || null}
          onChange={(value) => filters.set({ type: value ?? undefined })}
        />
      </div>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <Empty title="No deliveries">
              <p>Send a test, or wait for the next event that this endpoint is told about.</p>
            </Empty>
          ) : (
            <>
              <ul>
                {list.data.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} endpoint={endpoint} mayChange={mayChange} />
                ))}
              </ul>
              <Pager list={list} onCursor={(cursor) => filters.set({ cursor })} />
            </>
          )
        }
      </Await>
    </Card>
  );
}

function DeliveryRow({
  delivery,
  endpoint,
  mayChange,
}: {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
  mayChange: boolean;
}) {
  const environment = useEnvironment();
  const text = DELIVERY_TEXT[delivery.status];
  const { attempts } = delivery;
  return (
    <li className={classes.delivery}>
      <div className="row apart">
        <div className="row">
          <Tag tone={text.tone}>{text.name}</Tag>
          <strong>{delivery.type}</strong>
          {delivery.event_id !== null && (
            <a href={toEvent(environment, delivery.event_id)}>
              <ShortId id={delivery.event_id} />
            </a>
          )}
          <span className="soft small">
            <Timestamp at={delivery.created_at} />, {count(attempts.length, 'attempt')}
            {delivery.next_attempt_at !== null && delivery.status === 'pending' && (
              <>
                , next <Timestamp at={delivery.next_attempt_at} />
              </>
            )}
          </span>
        </div>
        {mayChange && delivery.status !== 'pending' && <Redeliver delivery={delivery} endpoint={endpoint} />}
      </div>
      {attempts.length > 0 && (
        <details className={classes.attempts} open={delivery.status !== 'delivered'}>
          <summary>Attempts</summary>
          <ol className="stack tight">
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const answer = attempt.http_status === null ? (attempt.error ?? 'no answer yet') : `HTTP ${attempt.http_status}`;
  return (
    <li>
      <p>
        {attempt.number}. <strong>{answer}</strong>{' '}
        {attempt.http_status !== null && attempt.error !== null && <span>{attempt.error} </span>}
        <span className="soft">
          <Timestamp at={attempt.started_at} style="exact" />
          {attempt.duration_ms !== null && `, ${attempt.duration_ms.toLocaleString('en')} ms`}
        </span>
      </p>
      {attempt.response_snippet && <pre className={classes.snippet}>{attempt.response_snippet}</pre>}
    </li>
  );
}

function Redeliver({ delivery, endpoint }: { delivery: Delivery; endpoint: WebhookEndpoint }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const path = `/v1/webhooks/${endpoint.id}/deliveries`;
  const change = useChange([path]);
  const again = async () => {
    const yes = await confirm({
      title: 'Send it again?',
      body: 'The same message with the same id is sent once more, freshly signed. A receiver that has seen the id ignores it.',
      action: 'Send again',
      environment,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'POST', path: `${path}/${delivery.id}/redeliver` })
      .then(() => done('It is on its way again.'))
      .catch((error) => failed('It was not sent again', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void again()}>
      Send again<span className="hidden"> {delivery.type}</span>
    </Button>
  );
}
