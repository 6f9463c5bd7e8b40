// What the labels say about the day's decisions, and where to go on labeling.
import { EVALUATIONS } from '../../../src/vocabulary/words.ts';
import type { Overview } from '../api/types.ts';
import { Bars } from '../components/Bars.tsx';
import { Card } from '../components/Page.tsx';
import { count, EVALUATION_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';
import { dayRange } from './day.ts';

const TONE = { good: 'allow', bad: 'block', quiet: 'line-strong' };

export function Quality({ overview }: { overview: Overview }) {
  const environment = useEnvironment();
  const range = dayRange(overview.date);
  const rows = EVALUATIONS.filter((evaluation) => (overview.by_evaluation[evaluation] ?? 0) > 0).map((evaluation) => ({
    key: evaluation,
    name: <a href={screen(environment, 'events', { evaluation, ...range })}>{EVALUATION_TEXT[evaluation].name}</a>,
    value: overview.by_evaluation[evaluation],
    tone: TONE[EVALUATION_TEXT[evaluation].tone],
  }));
  return (
    <Card title="Evaluation" aside={<a href={screen(environment, 'worklist')}>Worklist</a>}>
      <div className="stack">
        {rows.length === 0 ? <p className="soft">No events on this day.</p> : <Bars rows={rows} />}
        <p className="small soft">
          {count(overview.outcomes, 'outcome')} recorded on this day. Labels tell whether a decision was right; they
          never change a score.
        </p>
      </div>
    </Card>
  );
}
