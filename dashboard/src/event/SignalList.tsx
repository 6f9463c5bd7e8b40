// The signals of an assessment with their descriptions and evidence.
import type { EventDetail, SignalWithEvidence } from '../api/types.ts';
import { Tag } from '../components/Tags.tsx';
import { useTimeZoneChoice } from '../components/time-zone.ts';
import { signalName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { countedEvents, evidenceName, evidenceValue } from './evidence.ts';
import classes from './SignalList.module.css';

export function SignalList({ signals, event }: { signals: readonly SignalWithEvidence[]; event: EventDetail }) {
  if (signals.length === 0) return <p className="muted">No signals fired: nothing about this event is unusual.</p>;
  const ordered = [...signals].sort((a, b) => b.weight - a.weight);
  return (
    <ol className={classes.signals}>
      {ordered.map((signal) => (
        <li key={signal.code} className={classes.signal}>
          <span className={classes.weight} data-negative={signal.weight < 0}>
            {signal.weight < 0 ? `−${-signal.weight}` : `+${signal.weight}`}
          </span>
          <div className="grow">
            <h3 className={classes.signalName}>{signalName(signal.code)}</h3>
            <p>{signal.description}</p>
            <CountedEvents event={event} signal={signal} />
            <Evidence metadata={signal.metadata} />
          </div>
          <code className={`mono muted ${classes.code}`}>{signal.code}</code>
        </li>
      ))}
    </ol>
  );
}

/** A link to the events that the signal counted, among others with the same key in the window before this event. */
function CountedEvents({ event, signal }: { event: EventDetail; signal: SignalWithEvidence }) {
  const environment = useEnvironment();
  const counted = countedEvents(event, signal.metadata);
  return counted === null ? null : (
    <p className="small">
      <a href={screenHref(environment, 'events', counted.filters)}>{counted.name}</a>
    </p>
  );
}

function Evidence({ metadata }: { metadata: SignalWithEvidence['metadata'] | undefined }) {
  const zone = useTimeZoneChoice();
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return null;
  return (
    <details className={classes.evidence}>
      <summary>Evidence</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{evidenceName(name)}</dt>
            <dd>{typeof value === 'boolean' ? <Tag>{value ? 'Yes' : 'No'}</Tag> : evidenceValue(name, value, zone)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
