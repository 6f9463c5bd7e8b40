// The decision at a glance: the risk, the reason, what to do now, and how to find out whether it was right.
import { Button } from '@mantine/core';
import { MINUTE } from '../../../src/vocabulary/clock.ts';
import type { Thresholds } from '../api/control-types.ts';
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventDetail, EventItem } from '../api/types.ts';
import { AssigneeField } from '../assignments/AssigneeField.tsx';
import { NotRead } from '../components/Feedback.tsx';
import { DecisionTag, EvaluationTag, LevelTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { accountName, eventName, LABEL_TEXT } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { accountHref, screenHref } from '../shell/links.ts';
import { advice, because, followUp, mayBeChallenged, remedy } from './because.ts';
import { challengeResult, RESULT_TYPES, RESULT_WINDOW_MINUTES } from './challenge-result.ts';
import classes from './DecisionSummary.module.css';
import { focusOutcomeForm } from './OutcomeCard.tsx';

export function DecisionSummary({ event, thresholds }: { event: EventDetail; thresholds: Thresholds | undefined }) {
  const environment = useEnvironment();
  const { risk, outcome } = event;
  const account = event.external_account_id;
  const remaining = outcome?.label ? remedy(outcome.label, event.device.is_trusted) : null;
  return (
    <section className={classes.summary} data-decision={risk.decision} aria-label="Decision">
      <div className={classes.head}>
        <DecisionTag decision={risk.decision} large />
        <p className={classes.score}>
          <strong>{risk.score}</strong> of 100 <LevelTag level={risk.level} />
        </p>
        <p className="muted">
          {eventName(event.event_type)},{' '}
          {account === null ? accountName(event) : <a href={accountHref(environment, account)}>{account}</a>}
          {', '}
          <Timestamp at={event.occurred_at} format="both" />
        </p>
      </div>
      <p className={classes.because}>{because(event, thresholds)}</p>
      <dl className={classes.steps}>
        <dt>What to do</dt>
        <dd>{advice(event)}</dd>
        {awaitsSecondFactor(event) && <ChallengeResult event={event} />}
        {outcome?.label ? (
          <>
            <dt>Outcome</dt>
            <dd>
              {LABEL_TEXT[outcome.label]} <EvaluationTag evaluation={outcome.evaluation} />
            </dd>
            {remaining !== null && (
              <>
                <dt>Next steps</dt>
                <dd>{remaining}</dd>
              </>
            )}
          </>
        ) : (
          <>
            <dt>Follow-up</dt>
            <dd>{followUp(event)}</dd>
          </>
        )}
      </dl>
      <DecisionActions event={event} />
    </section>
  );
}

/** Whether a second factor was requested. */
function awaitsSecondFactor(event: EventDetail): event is EventDetail & { external_account_id: string } {
  const isChallenged = event.risk.decision === 'challenge' && mayBeChallenged(event.event_type);
  return isChallenged && event.external_account_id !== null;
}

/** Whether the account passed the challenge, according to its later events. */
function ChallengeResult({ event }: { event: EventDetail & { external_account_id: string } }) {
  const environment = useEnvironment();
  const end = Date.parse(event.created_at) + RESULT_WINDOW_MINUTES * MINUTE;
  const isOver = Date.now() >= end;
  const query = {
    account_id: event.external_account_id,
    event_type: RESULT_TYPES,
    from: event.created_at,
    to: new Date(end).toISOString(),
    limit: 100,
  };
  const read = useList<EventItem>(environmentPath(environment, '/events'), query, isOver ? {} : { every: 10_000 });
  return (
    <>
      <dt>Result</dt>
      <dd>
        {read.data !== undefined && challengeResult(event, read.data.data, isOver)}
        {read.data === undefined && read.error === null && '…'}
        <NotRead what="The result of the challenge" reads={[read]} />
      </dd>
    </>
  );
}

/** Links to other events of the account and device, and the button to record the outcome. */
function DecisionActions({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const mayLabel = useMay('record_outcome');
  const { external_account_id: account, outcome } = event;
  return (
    <div className="row">
      {mayLabel && (
        <Button size="xs" variant={outcome?.label ? 'default' : 'filled'} onClick={focusOutcomeForm}>
          {outcome?.label ? 'Change label' : 'Label this event'}
        </Button>
      )}
      {account !== null && (
        <a className="small" href={screenHref(environment, 'events', { account_id: account })}>
          Events of this account
        </a>
      )}
      <a className="small" href={screenHref(environment, 'events', { device_id: event.device.id })}>
        Events on this device
      </a>
      <AssigneeField event={event} />
    </div>
  );
}
