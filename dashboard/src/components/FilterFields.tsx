// Form fields for list filters; their values are parameters of the address.
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { HOUR, MINUTE } from '../../../src/vocabulary/clock.ts';
import type { Filters } from '../shell/filters.ts';
import { TimeField } from './TimeField.tsx';

interface TextFilterProps {
  /** The query parameter. */
  name: string;
  label: string;
  filters: Filters;
  placeholder?: string;
}

/** A text filter, applied on Enter or blur rather than on each keystroke. */
export function TextFilter({ name, label, filters, placeholder }: TextFilterProps) {
  const value = filters.one(name);
  const [typed, setTyped] = useState({ value, text: value });
  // The address was changed elsewhere, by a link or the back button: show its value.
  if (typed.value !== value) setTyped({ value, text: value });
  const commit = () => typed.text.trim() !== value && filters.set({ [name]: typed.text.trim() || undefined });
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed.text}
      onChange={(event) => setTyped({ value, text: event.currentTarget.value })}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

interface TimeFilterProps {
  name: 'from' | 'to';
  label: string;
  filters: Filters;
}

export function TimeFilter({ name, label, filters }: TimeFilterProps) {
  return <TimeField label={label} value={filters.one(name)} onChange={(value) => filters.set({ [name]: value })} />;
}

const PRESETS = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
  ['720', 'Last 30 days'],
  ['2160', 'Last 90 days'],
] as const;

/** The time range of a list: a preset, which sets `from`, or the range that the address contains. */
export function RangeSelect({ filters, anyTime = 'Any time' }: { filters: Filters; anyTime?: string }) {
  const [preset, setPreset] = useState<{ hours: string; from: string } | null>(null);
  const [from, to] = [filters.one('from'), filters.one('to')];
  const chosen = preset?.from === from && to === '' ? preset.hours : null;
  const own = chosen === null && (from !== '' || to !== '');
  return (
    <Select
      label="Time range"
      placeholder={anyTime}
      data={[
        ...PRESETS.map(([value, label]) => ({ value, label })),
        ...(own ? [{ value: 'own', label: 'Custom range' }] : []),
      ]}
      value={own ? 'own' : chosen}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear time range' }}
      onChange={(hours) => {
        if (hours === 'own') return;
        // Whole minutes, so that the address stays readable.
        const start = hours === null ? 0 : Math.floor((Date.now() - Number(hours) * HOUR) / MINUTE) * MINUTE;
        const next = hours === null ? undefined : new Date(start).toISOString();
        setPreset(hours === null || next === undefined ? null : { hours, from: next });
        filters.set({ from: next, to: undefined });
      }}
    />
  );
}
