// How the device was recognized: the method, its confidence, and the traits that were compared.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { ResolutionFacts } from '../api/types.ts';
import { Card, DescriptionList } from '../components/Page.tsx';
import { METHOD_TEXT, traitName } from '../components/wording.ts';
import classes from './ResolutionCard.module.css';

/** A collapsed list of trait names. */
function Traits({ summary, names }: { summary: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details className={classes.traits}>
      <summary>{summary}</summary>
      <ul className={classes.names}>
        {names.map((name) => (
          <li key={name}>{traitName(name)}</li>
        ))}
      </ul>
    </details>
  );
}

export function Confidence({ value }: { value: number }) {
  return (
    <span className={classes.confidence}>
      <meter min={0} max={100} value={value} aria-label="Confidence" className="visually-hidden" />
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${value}%` }} />
      </span>
      {value} %
    </span>
  );
}

/**
 * Whether the event created its device: its confidence is the probability that the device is new, and its changes are to another
 * device.
 */
export function createsDevice(method: ResolutionFacts['method']): boolean {
  return method === 'new_device' || method === 'ambiguous';
}

export function ResolutionCard({ resolution }: { resolution: ResolutionFacts }) {
  const text = METHOD_TEXT[resolution.method];
  return (
    <Card title="How the device was recognized">
      <div className="stack compact">
        <p>
          <strong>{text?.name ?? resolution.method}.</strong> {resolution.reason}
        </p>
        <p className="muted small">{text?.meaning}</p>
        <DescriptionList
          items={[
            ...(resolution.confidence === 0
              ? []
              : ([
                  [
                    createsDevice(resolution.method) ? 'Probability that it is new' : 'Confidence',
                    <Confidence key="confidence" value={resolution.confidence} />,
                  ],
                ] as const)),
            ['Compared with', formatCount(resolution.candidate_count, 'known device')],
          ]}
        />
        <Traits
          summary={`${formatCount(resolution.matched_signals.length, 'matching trait')}`}
          names={resolution.matched_signals}
        />
        <Traits
          summary={`${formatCount(resolution.unknown_signals.length, 'unknown trait')}, not compared`}
          names={resolution.unknown_signals}
        />
      </div>
    </Card>
  );
}
