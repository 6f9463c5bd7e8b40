// The outcome of an event: its history from oldest to newest, and the form to record another.
import { useList } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { EventDetail, Outcome } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { Card } from '../components/Page.tsx';
import { EvaluationTag, Tag } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { AUTHENTICATION_TEXT, LABEL_TEXT } from '../components/wording.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import classes from './OutcomeCard.module.css';
import { OutcomeForm } from './OutcomeForm.tsx';

const FORM_ID = 'outcome-form';

/** Scrolls to the form and focuses its first field, for the shortcut and the button at the top. */
export function focusOutcomeForm(): void {
  const form = document.getElementById(FORM_ID);
  form?.scrollIntoView({ block: 'center' });
  form?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
}

/** `onNext` opens the next event of the queue, if there is one. */
export function OutcomeCard({ event, onNext }: { event: EventDetail; onNext: (() => Promise<void>) | undefined }) {
  const read = useList<Outcome>(
    `/v1/events/${event.id}/outcomes`,
    { limit: 100 },
    // Another member may label the event while this form is open.
    { every: 10_000 },
  );
  const mayLabel = useMay('record_outcome');
  useShortcuts({ o: focusOutcomeForm });
  return (
    <Card title="Outcome">
      <div className="stack">
        <Await read={read}>
          {(list) =>
            list.data.length === 0 ? (
              <p className="muted">
                No outcome recorded yet. A label shows whether this decision was right; it never changes a score.
              </p>
            ) : (
              <ol className={classes.history}>
                {list.data.map((outcome) => (
                  <OutcomeRow key={outcome.id} outcome={outcome} />
                ))}
              </ol>
            )
          }
        </Await>
        {mayLabel && (
          <div id={FORM_ID}>
            <OutcomeForm event={event} onNext={onNext} />
          </div>
        )}
      </div>
    </Card>
  );
}

function OutcomeRow({ outcome }: { outcome: Outcome }) {
  const { submitted_by: by, metadata } = outcome;
  return (
    <li className={classes.row} data-current={outcome.is_current}>
      <p className="row">
        <strong>{outcome.label === null ? 'No label' : LABEL_TEXT[outcome.label]}</strong>
        {outcome.authentication_outcome !== null && <span>{AUTHENTICATION_TEXT[outcome.authentication_outcome]}</span>}
        <EvaluationTag evaluation={outcome.evaluation} />
        {outcome.is_current && <Tag>Current</Tag>}
      </p>
      {outcome.reason && <p className={classes.reason}>{outcome.reason}</p>}
      {metadata !== null && Object.keys(metadata ?? {}).length > 0 && (
        <p className="small mono">
          {Object.entries(metadata)
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · ')}
        </p>
      )}
      <p className="muted small">
        {by.type === 'user' ? (by.name ?? 'A member') : `Key ${by.name ? `“${by.name}”` : by.id}`},{' '}
        <Timestamp at={outcome.submitted_at} format="both" />
      </p>
    </li>
  );
}
