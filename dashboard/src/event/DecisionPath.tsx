// How the score led to the decision: as recorded, next to a simulation under the current policy.
import type { Policy } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { ComparedAssessment, EventDetail } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { Card, DescriptionList } from '../components/Page.tsx';
import { DecisionTag, Tag } from '../components/Tags.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import { bands } from './bands.ts';
import classes from './DecisionPath.module.css';

/** What the active policy would decide about the recorded assessment. */
function useCurrentDecision(event: EventDetail, enabled: boolean) {
  const path = `/v1/events/${encodeURIComponent(event.id)}/assessment`;
  return useOne<ComparedAssessment>(path, { compare: 'current' }, { enabled });
}

export function DecisionPath({ event, policy }: { event: EventDetail; policy: Policy | undefined }) {
  return (
    <Card title="How the score led to the decision">
      <div className={classes.path}>
        <div className={classes.comparison}>
          <Recorded risk={event.risk} policy={policy} />
          <Current event={event} />
        </div>
      </div>
    </Card>
  );
}

function Recorded({ risk, policy }: { risk: EventDetail['risk']; policy: Policy | undefined }) {
  const environment = useEnvironment();
  const band = policy && bands(policy.thresholds).find(([, from, to]) => risk.score >= from && risk.score <= to);
  return (
    <section aria-label="As decided" className={classes.column}>
      <h3 className={classes.heading}>As decided</h3>
      <DescriptionList
        items={[
          [
            'Policy',
            <a key="policy" href={screenHref(environment, 'policy', { tab: 'versions', version: risk.policy_version })}>
              Version {risk.policy_version}
            </a>,
          ],
          [
            'By score',
            <span key="score" className="row">
              <DecisionTag decision={risk.default_decision} />
              {band !== undefined && (
                <span className="muted small">
                  {risk.score} is in {band[1]}–{band[2]}
                </span>
              )}
            </span>,
          ],
          ['Rule', <RuleText key="rule" forced={risk.forced} rule={risk.matched_rule?.name} />],
          ['Decision', <DecisionTag key="decision" decision={risk.decision} />],
        ]}
      />
    </section>
  );
}

function Current({ event }: { event: EventDetail }) {
  const { risk } = event;
  const maySimulate = useMay('simulate_policy');
  const read = useCurrentDecision(event, maySimulate);
  const current = read.data?.data.as_of_today;
  return (
    <section aria-label="Under the current policy" className={classes.column} data-simulated>
      <h3 className={classes.heading}>
        Under the current policy <Tag>Simulation</Tag>
      </h3>
      {!maySimulate && <p className="muted">Your role does not allow simulations.</p>}
      {read.error !== null && <ErrorMessage error={read.error} onRetry={() => read.refetch()} />}
      {current !== undefined && current !== null && (
        <>
          <DescriptionList
            items={[
              [
                'Policy',
                current.policy_version === risk.policy_version
                  ? `Version ${current.policy_version} (unchanged)`
                  : `Version ${current.policy_version}`,
              ],
              ['By score', <DecisionTag key="score" decision={current.default_decision} />],
              ['Rule', <RuleText key="rule" forced={risk.forced} rule={current.matched_rule?.name} />],
              ['Decision', <DecisionTag key="decision" decision={current.decision} />],
            ]}
          />
          <p className="muted small">
            {current.changed
              ? 'Today, this event would be decided differently. The recorded decision does not change.'
              : 'Today, this event would be decided the same way.'}
          </p>
        </>
      )}
    </section>
  );
}

function RuleText({ rule, forced = false }: { rule: string | undefined; forced?: boolean }) {
  if (forced) return <>Forced by the test account ID</>;
  return rule === undefined ? <span className="muted">None matched; the score decides</span> : rule;
}
