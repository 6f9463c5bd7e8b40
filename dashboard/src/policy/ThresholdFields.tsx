// The thresholds as number fields: typing moves the others as if the finished number had been set at once.
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Thresholds } from '../api/control-types.ts';
import { sameThresholds } from './draft.ts';
import { moveThreshold, THRESHOLDS } from './thresholds.ts';

interface Typing {
  name: keyof Thresholds;
  text: string | number;
  /** The thresholds before the first keystroke. On the way to 80, the 8 pushes the others down; 80 must not leave them there. */
  from: Thresholds;
  to: Thresholds;
}

interface ThresholdFieldsProps {
  thresholds: Thresholds;
  disabled: boolean;
  onChange: (thresholds: Thresholds) => void;
}

export function ThresholdFields({ thresholds, disabled, onChange }: ThresholdFieldsProps) {
  const [last, setTyping] = useState<Typing | null>(null);
  // Any other change of a threshold, such as Reset or a handle, ends the typing.
  const typing = last !== null && sameThresholds(last.to, thresholds) ? last : null;
  const type = (name: keyof Thresholds, text: string | number) => {
    const from = typing?.name === name ? typing.from : thresholds;
    const isNumber = text !== '' && Number.isFinite(Number(text));
    const to = isNumber ? moveThreshold(from, name, Number(text)) : from;
    setTyping({ name, text, from, to });
    if (!sameThresholds(to, thresholds)) onChange(to);
  };
  return THRESHOLDS.map(({ name, label }) => (
    <NumberInput
      key={name}
      label={label}
      min={0}
      max={100}
      allowDecimal={false}
      allowNegative={false}
      disabled={disabled}
      value={typing?.name === name ? typing.text : thresholds[name]}
      onChange={(text) => type(name, text)}
      onBlur={() => setTyping(null)}
    />
  ));
}
