// A field for a score or a threshold. A number out of range stays and is explained: if it were clamped when the field loses focus, it
// could be used unnoticed.
import { NumberInput } from '@mantine/core';

/** A number, or the text of an empty or unfinished one. */
export type EnteredScore = number | string;

const MAX = 100;

/** What is wrong with the entered score. */
export function scoreIssue(entered: EnteredScore): string | undefined {
  const score = entered === '' ? Number.NaN : Number(entered);
  return Number.isInteger(score) && score >= 0 && score <= MAX ? undefined : `Enter a number from 0 to ${MAX}.`;
}

interface ScoreFieldProps {
  label: string;
  value: EnteredScore;
  error: string | undefined;
  disabled?: boolean;
  onChange: (entered: EnteredScore) => void;
  onBlur?: () => void;
}

export function ScoreField(props: ScoreFieldProps) {
  return <NumberInput min={0} max={MAX} clampBehavior="none" allowDecimal={false} allowNegative={false} {...props} />;
}
