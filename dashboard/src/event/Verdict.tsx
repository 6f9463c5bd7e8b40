// The decision in one look: what, how risky, because of what, and what to do now.
import type { EventDetail } from '../api/types.ts';
import { Moment } from '../elements/Moment.tsx';
import { DecisionTag, EvaluationTag, LevelTag } from '../elements/Tags.tsx';
import { eventName, LABEL_TEXT } from '../elements/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { toAccount } from '../shell/links.ts';
import { advice, because } from './because.ts';
import classes from './Verdict.module.css';

export function Verdict({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const { risk, outcome } = event;
  const account = event.external_account_id;
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
          <Moment at={event.occurred_at} style="both" />
        </p>
      </div>
      <p className={classes.because}>{because(event)}</p>
      <p>
        <strong>What to do:</strong> {advice(event)}
      </p>
      {outcome?.label && (
        <p>
          <strong>What it turned out to be:</strong> {LABEL_TEXT[outcome.label]}{' '}
          <EvaluationTag evaluation={outcome.evaluation} />
        </p>
      )}
    </section>
  );
}
