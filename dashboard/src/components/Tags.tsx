// Tags for decisions, levels, evaluations and states. The text carries the meaning; the color only repeats it.
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { Decision, Evaluation, Level } from '../../../src/vocabulary/words.ts';
import { IconAlertTriangle, IconBan, IconCheck, IconEye } from './icons.ts';
import classes from './Tags.module.css';
import { DECISION_TEXT, EVALUATION_TEXT, humanize } from './wording.ts';

const DECISION_ICON = { allow: IconCheck, monitor: IconEye, challenge: IconAlertTriangle, block: IconBan };

export function DecisionTag({ decision, large = false }: { decision: Decision; large?: boolean }) {
  const Icon = DECISION_ICON[decision] ?? IconEye;
  return (
    <span className={`${classes.tag} ${large ? classes.large : ''}`} data-tone={decision}>
      <Icon size={large ? 20 : 14} stroke={2.2} aria-hidden />
      {DECISION_TEXT[decision]?.name ?? decision}
    </span>
  );
}

const LEVEL_TONE: Record<Level, Decision> = { low: 'allow', medium: 'monitor', high: 'challenge', critical: 'block' };

export function LevelTag({ level }: { level: Level }) {
  return (
    <span className={classes.level} data-tone={LEVEL_TONE[level]}>
      {humanize(level)}
    </span>
  );
}

export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: 'positive' | 'negative' | 'pending' | 'neutral' | Decision;
  children: React.ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

export function EvaluationTag({ evaluation }: { evaluation: Evaluation }) {
  const text = EVALUATION_TEXT[evaluation] ?? EVALUATION_TEXT.inconclusive;
  return text.tone === 'neutral' ? (
    <span className="muted small">{text.name}</span>
  ) : (
    <Tag tone={text.tone}>{text.name}</Tag>
  );
}

/** A score from 0 to 100 with a bar of proportional length, colored by level. */
export function Score({ score, level }: { score: number; level: Level }) {
  return (
    <span className={classes.score}>
      <span className={classes.scoreNumber}>{score}</span>
      <span className={classes.scoreTrack} aria-hidden>
        <span className={classes.scoreFill} data-tone={LEVEL_TONE[level]} style={{ width: `${Math.max(score, 2)}%` }} />
      </span>
    </span>
  );
}

/** How often a webhook endpoint or a channel of alerts has failed since its last success. */
export function FailuresTag({ count }: { count: number }) {
  return <Tag tone="negative">{count === 1 ? 'Last attempt failed' : `${formatNumber(count)} failures in a row`}</Tag>;
}
