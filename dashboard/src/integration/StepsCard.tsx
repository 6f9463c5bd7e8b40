// The steps of an integration; finished ones are crossed off.
import { IconCheck } from '../components/icons.ts';
import { Card } from '../components/Page.tsx';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';
import classes from './StepsCard.module.css';
import type { Step } from './steps.ts';

/** Above the overview, until every step is done. */
export function Onboarding({ steps }: { steps: readonly Step[] }) {
  const environment = useEnvironment();
  const finished = steps.filter(({ done }) => done).length;
  return (
    <Card
      title={`Finish the setup: ${finished} of ${steps.length} steps done`}
      aside={<a href={screenHref(environment, 'integration')}>Integration health</a>}
    >
      <StepList steps={steps} />
    </Card>
  );
}

export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ul className={classes.steps}>
      {steps.map(({ name, advice, href, done }) => (
        <li key={name} data-done={done} className={classes.step}>
          <span className={classes.mark} aria-hidden>
            {done && <IconCheck size={14} stroke={2.6} />}
          </span>
          <span>
            {done ? (
              <>
                {name}
                <span className="visually-hidden">: done</span>
              </>
            ) : (
              <>
                <a href={href}>{name}</a>
                <br />
                <span className="muted small">{advice}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
