// The thresholds as number fields: typing moves the others as if the finished number had been set at once.
import { useState } from 'react';
import type { Thresholds } from '../api/control-types.ts';
import { type EnteredScore, ScoreField, scoreIssue } from '../components/ScoreField.tsx';
import { sameThresholds } from './draft.ts';
import { moveThreshold, THRESHOLDS } from './thresholds.ts';

type Name = keyof Thresholds;

interface Entry {
  text: EnteredScore;
  /** The thresholds before the first keystroke. On the way to 80, the 8 pushes the others down; 80 must not leave them there. */
  from: Thresholds;
  to: Thresholds;
}

export interface ThresholdEntries {
  textOf: (name: Name) => EnteredScore;
  issueOf: (name: Name) => string | undefined;
  type: (name: Name, text: EnteredScore) => void;
  leave: (name: Name) => void;
  /** Whether a field contains something else than its threshold, so that nothing may be saved. */
  isWrong: boolean;
  clear: () => void;
}

/** What is being typed, and numbers out of range, which stay in their fields without moving a threshold. */
export function useThresholdEntries(
  thresholds: Thresholds,
  onChange: (thresholds: Thresholds) => void,
): ThresholdEntries {
  const [entries, setEntries] = useState<Partial<Record<Name, Entry>>>({});
  // Any other change of a threshold, such as by a handle, ends its typing.
  const entryOf = (name: Name): Entry | undefined => {
    const entry = entries[name];
    return entry?.to[name] === thresholds[name] ? entry : undefined;
  };
  const issueOf = (name: Name) => {
    const { text = '' } = entryOf(name) ?? {};
    return text === '' ? undefined : scoreIssue(text);
  };
  const type = (name: Name, text: EnteredScore) => {
    const typed = entryOf(name);
    const from = typed !== undefined && sameThresholds(typed.to, thresholds) ? typed.from : thresholds;
    const to = scoreIssue(text) === undefined ? moveThreshold(from, name, Number(text)) : from;
    setEntries({ ...entries, [name]: { text, from, to } });
    if (!sameThresholds(to, thresholds)) onChange(to);
  };
  return {
    textOf: (name) => entryOf(name)?.text ?? thresholds[name],
    issueOf,
    type,
    leave: (name) => {
      if (issueOf(name) === undefined) setEntries({ ...entries, [name]: undefined });
    },
    isWrong: THRESHOLDS.some(({ name }) => issueOf(name) !== undefined),
    clear: () => setEntries({}),
  };
}

export function ThresholdFields({ entries, disabled }: { entries: ThresholdEntries; disabled: boolean }) {
  return THRESHOLDS.map(({ name, label }) => (
    <ScoreField
      key={name}
      label={label}
      disabled={disabled}
      value={entries.textOf(name)}
      error={entries.issueOf(name)}
      onChange={(text) => entries.type(name, text)}
      onBlur={() => entries.leave(name)}
    />
  ));
}
