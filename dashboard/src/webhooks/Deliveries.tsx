// The delivery log of an endpoint: each delivery with its attempts, and a button to send it again.
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../../src/vocabulary/words.ts';
import type { Attempt, Delivery, DeliveryWithPayload, WebhookEndpoint } from '../api/control-types.ts';
import { useChange, useList, useOne } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { ShortId } from '../components/Copy.tsx';
import { Await, EmptyState } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { DELIVERY_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { eventHref } from '../shell/links.ts';
import classes from './Deliveries.module.css';

export function Deliveries({ endpoint, mayChange }: { endpoint: WebhookEndpoint; mayChange: boolean }) {
  const filters = useFilters();
  const path = `/v1/webhooks/${endpoint.id}/deliveries`;
  // Attempts are made in the background, so poll for them.
  const read = useList<Delivery>(path, filters.search, { every: 3_000 });
  return (
    <Card title="Deliveries" aside={mayChange && <RedeliverFailed endpoint={endpoint} />} flush>
      <search aria-label="Filters" className={classes.filters}>
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
      </search>
      <Await read={read}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState title="No deliveries">
              <p>Send a test, or wait for the next event that this endpoint receives.</p>
            </EmptyState>
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

interface DeliveryRowProps {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
  mayChange: boolean;
}

function DeliveryRow({ delivery, endpoint, mayChange }: DeliveryRowProps) {
  const environment = useEnvironment();
  const text = DELIVERY_TEXT[delivery.status];
  const { attempts } = delivery;
  return (
    <li className={classes.delivery}>
      <div className="row space-between">
        <div className="row">
          <Tag tone={text.tone}>{text.name}</Tag>
          <strong>{delivery.type}</strong>
          {delivery.event_id !== null && (
            <a href={eventHref(environment, delivery.event_id)}>
              <ShortId id={delivery.event_id} />
            </a>
          )}
          <span className="muted small">
            <Timestamp at={delivery.created_at} />, {formatCount(attempts.length, 'attempt')}
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
          <ol className="stack compact">
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        </details>
      )}
      <Payload delivery={delivery} endpoint={endpoint} />
    </li>
  );
}

/** The body that every attempt sends, loaded when it is opened. */
function Payload({ delivery, endpoint }: { delivery: Delivery; endpoint: WebhookEndpoint }) {
  const [open, setOpen] = useState(false);
  const path = `/v1/webhooks/${endpoint.id}/deliveries/${delivery.id}`;
  const read = useOne<DeliveryWithPayload>(path, {}, { enabled: open });
  return (
    <details className={classes.attempts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Payload<span className="visually-hidden"> of {delivery.id}</span>
      </summary>
      {open && (
        <Await read={read}>
          {({ data }) => <pre className={classes.snippet}>{JSON.stringify(JSON.parse(data.payload), null, 2)}</pre>}
        </Await>
      )}
    </details>
  );
}

function RedeliverFailed({ endpoint }: { endpoint: WebhookEndpoint }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const run = useOneAtATime();
  const path = `/v1/webhooks/${endpoint.id}`;
  const change = useChange<One<{ queued_count: number }>>([`${path}/deliveries`]);
  const resend = async () => {
    const confirmed = await confirm({
      title: `Send everything that failed to ${endpoint.url} again?`,
      body: 'Each failed message is sent once more with the same ID and a new signature, the oldest first, up to 1,000.',
      action: 'Send all again',
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'POST', path: `${path}/redeliver-failed` })
      .then(({ data }) => notifySuccess(`${formatCount(data.queued_count, 'delivery', 'deliveries')} queued again.`))
      .catch((error) => notifyError('Deliveries not sent again', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isBusy} onClick={() => void run(resend)}>
      Send all failed again
    </Button>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const result = attempt.http_status === null ? (attempt.error ?? 'No response yet') : `HTTP ${attempt.http_status}`;
  return (
    <li>
      <p>
        {attempt.number}. <strong>{result}</strong>{' '}
        {attempt.http_status !== null && attempt.error !== null && <span>{attempt.error} </span>}
        <span className="muted">
          <Timestamp at={attempt.started_at} format="absolute" />
          {attempt.duration_ms !== null && `, ${formatNumber(attempt.duration_ms)} ms`}
        </span>
      </p>
      {attempt.response_snippet && <pre className={classes.snippet}>{attempt.response_snippet}</pre>}
    </li>
  );
}

function Redeliver({ delivery, endpoint }: { delivery: Delivery; endpoint: WebhookEndpoint }) {
  const environment = useEnvironment();
  const confirm = useConfirm();
  const run = useOneAtATime();
  const path = `/v1/webhooks/${endpoint.id}/deliveries`;
  const change = useChange([path]);
  const resend = async () => {
    const confirmed = await confirm({
      title: `Send ${delivery.id} again?`,
      body: 'The same message is sent again with the same ID and a new signature. A receiver that has processed the ID should ignore it.',
      action: 'Send again',
      environment,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'POST', path: `${path}/${delivery.id}/redeliver` })
      .then(() => notifySuccess('Delivery queued again.'))
      .catch((error) => notifyError('Delivery not sent again', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isBusy} onClick={() => void run(resend)}>
      Send again<span className="visually-hidden"> {delivery.type}</span>
    </Button>
  );
}
