// One event: the decision, its reasons and evidence, the policy version, and the outcome.
import { useParams } from '@tanstack/react-router';
import type { Policy } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import type { EventDetail } from '../api/types.ts';
import { CampaignCard } from '../campaigns/CampaignCard.tsx';
import { Await, Loading, NotRead } from '../components/Feedback.tsx';
import { Card, Page } from '../components/Page.tsx';
import { DECISION_TEXT, eventName } from '../components/wording.ts';
import { NotesCard } from '../notes/NotesCard.tsx';
import { QueueBar, useQueuePosition } from '../queue/QueueBar.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { DecisionPath } from './DecisionPath.tsx';
import { DecisionSummary } from './DecisionSummary.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { EventFacts, NetworkCard, SessionCard } from './EventFacts.tsx';
import classes from './EventScreen.module.css';
import { OutcomeCard } from './OutcomeCard.tsx';
import { ResolutionCard } from './ResolutionCard.tsx';
import { ScoreBar } from './ScoreBar.tsx';
import { SignalList } from './SignalList.tsx';

export function EventScreen() {
  const { event: id } = useParams({ strict: false }) as { event: string };
  const read = useOne<EventDetail>(`/v1/events/${encodeURIComponent(id)}`);
  return (
    <Page title={read.data === undefined ? 'Event' : titleOf(read.data.data)}>
      <Await read={read} loading={<Loading rows={5} height="5rem" />}>
        {({ data }) => <Detail key={data.id} event={data} />}
      </Await>
    </Page>
  );
}

/** `Login: challenged`, so that browser tabs of different events can be told apart. */
function titleOf({ event_type: type, risk }: EventDetail): string {
  return `${eventName(type)}: ${DECISION_TEXT[risk.decision].done.toLowerCase()}`;
}

function Detail({ event }: { event: EventDetail }) {
  const environment = useEnvironment();
  const { risk } = event;
  const policy = useOne<Policy>(environmentPath(environment, `/policy/versions/${risk.policy_version}`));
  const position = useQueuePosition(event.id);
  // Wait for the thresholds, which complete the sentence with the reason: added later, they would push the buttons down. Another try
  // must not unmount the forms, with what was typed into them.
  if (policy.isLoading && policy.errorUpdateCount === 0) return <Loading rows={5} height="5rem" />;
  return (
    <>
      {position !== null && <QueueBar position={position} />}
      <NotRead what="The thresholds that decided" reads={[policy]} />
      <DecisionSummary event={event} thresholds={policy.data?.data.thresholds} />
      <div className={classes.columns}>
        <div className="stack">
          <Card title={`Why the score is ${risk.score}`}>
            <div className="stack">
              <ScoreBar
                score={risk.score}
                level={risk.level}
                decision={risk.decision}
                signals={risk.signals}
                thresholds={policy.data?.data.thresholds}
              />
              <SignalList signals={risk.signals} event={event} />
            </div>
          </Card>
          <DecisionPath event={event} policy={policy.data?.data} />
          <OutcomeCard event={event} onNext={position?.next ?? undefined} />
          <NotesCard path={`/v1/events/${event.id}/notes`} hint="Write down what you found out about this event." />
        </div>
        <div className="stack">
          <CampaignCard event={event} />
          <DeviceCard event={event} />
          <ResolutionCard resolution={event.resolution} />
          <SessionCard event={event} />
          <NetworkCard event={event} />
          <EventFacts event={event} />
        </div>
      </div>
    </>
  );
}
