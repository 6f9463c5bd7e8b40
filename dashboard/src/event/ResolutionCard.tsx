// How the device was recognised, in a sentence, with everything that spoke for and against it.
import type { ResolutionFacts } from '../api/types.ts';
import { Card, Facts } from '../elements/Page.tsx';
import { METHOD_TEXT, traitName } from '../elements/wording.ts';
import classes from './ResolutionCard.module.css';

export function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="soft">none</span>;
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>{traitName(name)}</li>
      ))}
    </ul>
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

export function ResolutionCard({ resolution }: { resolution: ResolutionFacts }) {
  const text = METHOD_TEXT[resolution.method];
  return (
    <Card title="How the device was recognised">
      <div className="stack tight">
        <p>
          <strong>{text?.name ?? resolution.method}.</strong> {resolution.reason}
        </p>
        <p className="soft small">{text?.meaning}</p>
        <Facts
          facts={[
            ['Confidence', <Confidence key="confidence" value={resolution.confidence} />],
            ['Compared with', resolution.candidate_count === 1 ? '1 device' : `${resolution.candidate_count} devices`],
            ['Agree', <Names key="matched" names={resolution.matched_signals} />],
            ['Not known', <Names key="unknown" names={resolution.unknown_signals} />],
          ]}
        />
      </div>
    </Card>
  );
}
