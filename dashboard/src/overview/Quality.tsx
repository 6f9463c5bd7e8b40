// How the day's decisions compare with their labels, with a link to the worklist.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { EVALUATIONS } from '../../../src/vocabulary/words.ts';
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { EVALUATION_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { dayRange } from './day.ts';

const TONE = { positive: 'allow', negative: 'block', neutral: 'line-strong' };

export function Quality({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  const range = dayRange(overview.date);
  const rows = EVALUATIONS.filter((evaluation) => (overview.by_evaluation[evaluation] ?? 0) > 0).map((evaluation) => ({
    key: evaluation,
    name: <a href={screenHref(environment, 'events', { evaluation, ...range })}>{EVALUATION_TEXT[evaluation].name}</a>,
    value: overview.by_evaluation[evaluation],
    tone: TONE[EVALUATION_TEXT[evaluation].tone],
  }));
  return (
    <Card title="Evaluation" aside={<a href={screenHref(environment, 'worklist')}>Worklist</a>}>
      <div className="stack">
        {rows.length === 0 ? <p className="muted">No events on this day.</p> : <Bars rows={rows} />}
        <p className="small muted">
          {formatCount(overview.outcomes, 'outcome')} recorded on this day. Labels show whether a decision was right;
          they never change a score.
        </p>
      </div>
    </Card>
  );
}
