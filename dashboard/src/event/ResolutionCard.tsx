// How the device was recognized, in a sentence, with everything that spoke for and against it.
import type { ResolutionFacts } from '../api/types.ts';
import { Card, Facts } from '../components/Page.tsx';
import { count, METHOD_TEXT, traitName } from '../components/wording.ts';
import classes from './ResolutionCard.module.css';

/** Long lists that matter only to whoever doubts the answer. */
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
      <meter min={0} max={100} value={value} aria-label="Confidence" className="hidden" />
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${value}%` }} />
      </span>
      {value} %
    </span>
  );
}

/** What the percentage is about: a device that was made for this event cannot be "the same" as one. */
function confidenceIn(method: ResolutionFacts['method']): string {
  if (method === 'new_device') return 'Sure it is new';
  return method === 'ambiguous' ? 'May be known' : 'Sure it is the same';
}

export function ResolutionCard({ resolution }: { resolution: ResolutionFacts }) {
  const text = METHOD_TEXT[resolution.method];
  return (
    <Card title="How the device was recognized">
      <div className="stack tight">
        <p>
          <strong>{text?.name ?? resolution.method}.</strong> {resolution.reason}
        </p>
        <p className="soft small">{text?.meaning}</p>
        <Facts
          facts={[
            ...(resolution.confidence === 0
              ? []
              : ([
                  [confidenceIn(resolution.method), <Confidence key="confidence" value={resolution.confidence} />],
                ] as const)),
            ['Compared with', count(resolution.candidate_count, 'known device')],
          ]}
        />
        <Traits
          summary={`${count(resolution.matched_signals.length, 'trait')} agree`}
          names={resolution.matched_signals}
        />
        <Traits
          summary={`${count(resolution.unknown_signals.length, 'trait')} not known, so not compared`}
          names={resolution.unknown_signals}
        />
      </div>
    </Card>
  );
}
