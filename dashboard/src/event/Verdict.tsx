// The decision in one look: what, how risky, because of what, what to do now and how to find out whether it was right.
import { Button } from '@mantine/core';
import type { Thresholds } from '../api/control-types.ts';
import { useMay } from '../api/session.ts';
import type { EventDetail } from '../api/types.ts';
import { DecisionTag, EvaluationTag, LevelTag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName, LABEL_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screen, toAccount } from '../shell/links.ts';
import { advice, because, followUp, remedy } from './because.ts';
import { goToOutcome } from './OutcomeCard.tsx';
import classes from './Verdict.module.css';

export function Verdict({ event, thresholds }: { event: EventDetail; thresholds: Thresholds | undefined }) {
  const environment = useEnvironment();
  const { risk, outcome } = event;
  const account = event.external_account_id;
  const left = outcome?.label ? remedy(outcome.label, event.device.is_trusted) : null;
  return (
    <section className={classes.verdict} data-decision={risk.decision} aria-label="Decision">
      <div className={classes.head}>
        <DecisionTag decision={risk.decision} large />
        <p className={classes.score}>
          <strong>{risk.score}</strong> of 100 <LevelTag level={risk.level} />
        </p>
        <p className="soft">
          {eventName(event.event_type)} of{' '}
          {account === null ? 'no account' : <a href={toAccount(environment, account)}>{account}</a>}
          {', '}
          <Timestamp at={event.occurred_at} style="both" />
        </p>
      </div>
      <p className={classes.because}>{because(event, thresholds)}</p>
      <dl className={classes.steps}>
        <dt>What to do</dt>
        <dd>{advice(event)}</dd>
        {outcome?.label ? (
          <>
            <dt>What it was</dt>
            <dd>
              {LABEL_TEXT[outcome.label]} <EvaluationTag evaluation={outcome.evaluation} />
            </dd>
            {left !== null && (
              <>
                <dt>Now</dt>
                <dd>{left}</dd>
              </>
            )}
          </>
        ) : (
          <>
            <dt>Afterwards</dt>
            <dd>{followUp(event)}</dd>
          </>
        )}
      </dl>
      <Ways event={event} />
    </section>
  );
}

/** Where the answer is found: what else this account and this device did; and where it is written down. */
function Ways({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const mayLabel = useMay('record_outcome');
  const { external_account_id: account, outcome } = event;
  return (
    <div className="row">
      {mayLabel && (
        <Button size="xs" variant={outcome?.label ? 'default' : 'filled'} onClick={goToOutcome}>
          {outcome?.label ? 'Correct the record' : 'Record what it was'}
        </Button>
      )}
      {account !== null && (
        <a className="small" href={screen(environment, 'events', { account_id: account })}>
          Other events of the account
        </a>
      )}
      <a className="small" href={screen(environment, 'events', { device_id: event.device.id })}>
        Other events of the device
      </a>
    </div>
  );
}
