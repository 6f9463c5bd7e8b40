// How the score became the decision: as it was decided, beside what today's policy would say (a simulation).
import type { Policy } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { ComparedAssessment, EventDetail } from '../api/types.ts';
import { Failure } from '../components/Feedback.tsx';
import { Card, Facts } from '../components/Page.tsx';
import { DecisionTag, Tag } from '../components/Tags.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { screen } from '../shell/links.ts';
import classes from './DecisionPath.module.css';
import { bands } from './ScoreBar.tsx';

/** What the policy in force says of what the assessment recorded. */
function useToday(event: EventDetail, enabled: boolean) {
  const path = `/v1/events/${encodeURIComponent(event.id)}/assessment`;
  return useOne<ComparedAssessment>(path, { compare: 'current' }, { enabled });
}

export function DecisionPath({ event, policy }: { event: EventDetail; policy: Policy | undefined }) {
  const environment = useEnvironment();
  const maySimulate = useMay('simulate_policy');
  const today = useToday(event, maySimulate);
  const { risk } = event;
  const band = policy && bands(policy.thresholds).find(([, from, to]) => risk.score >= from && risk.score <= to);
  const now = today.data?.data.as_of_today;
  return (
    <Card title="How the score became the decision">
      <div className={classes.sides}>
        <section aria-label="As decided" className={classes.side}>
          <h3 className={classes.heading}>As decided</h3>
          <Facts
            facts={[
              [
                'Policy',
                <a key="policy" href={screen(environment, 'policy', { tab: 'versions', version: risk.policy_version })}>
                  version {risk.policy_version}
                </a>,
              ],
              [
                'By score',
                <span key="score" className="row">
                  <DecisionTag decision={risk.default_decision} />
                  {band !== undefined && (
                    <span className="soft small">
                      {risk.score} is within {band[1]}–{band[2]}
                    </span>
                  )}
                </span>,
              ],
              ['Rule', <RuleText key="rule" forced={risk.forced} rule={risk.matched_rule?.name} />],
              ['Decision', <DecisionTag key="decision" decision={risk.decision} />],
            ]}
          />
        </section>
        <section aria-label="As of today" className={classes.side} data-simulated>
          <h3 className={classes.heading}>
            As of today <Tag>simulation</Tag>
          </h3>
          {!maySimulate && <p className="soft">Your role may not run simulations.</p>}
          {today.error !== null && <Failure error={today.error} again={() => void today.refetch()} />}
          {now !== undefined && now !== null && (
            <>
              <Facts
                facts={[
                  [
                    'Policy',
                    now.policy_version === risk.policy_version
                      ? `version ${now.policy_version}, the same`
                      : `version ${now.policy_version}`,
                  ],
                  ['By score', <DecisionTag key="score" decision={now.default_decision} />],
                  ['Rule', <RuleText key="rule" forced={risk.forced} rule={now.matched_rule?.name} />],
                  ['Decision', <DecisionTag key="decision" decision={now.decision} />],
                ]}
              />
              <p className="soft small">
                {!now.changed
                  ? 'The same event would be decided the same way today.'
                  : 'The same event would be decided differently today. The recorded decision stays as it was.'}
              </p>
            </>
          )}
        </section>
      </div>
    </Card>
  );
}

function RuleText({ rule, forced = false }: { rule: string | undefined; forced?: boolean }) {
  if (forced) return <>the test account asked for it</>;
  return rule === undefined ? <span className="soft">none matched: the score decides</span> : rule;
}
