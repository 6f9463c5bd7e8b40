// Form fields for list filters; their values are parameters of the address.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Filters } from '../shell/filters.ts';

interface TextFilterProps {
  /** The query parameter. */
  name: string;
  label: string;
  filters: Filters;
  placeholder?: string;
  inputRef?: React.Ref<HTMLInputElement>;
}

/** A text filter, applied on Enter or blur rather than on each keystroke. */
export function TextFilter({ name, label, filters, placeholder, inputRef }: TextFilterProps) {
  const value = filters.one(name);
  const [typed, setTyped] = useState({ value, text: value });
  // The address was changed elsewhere, by a link or the back button: show its value.
  if (typed.value !== value) setTyped({ value, text: value });
  const commit = () => typed.text.trim() !== value && filters.set({ [name]: typed.text.trim() || undefined });
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      ref={inputRef}
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

/** A date and time in UTC, as the API expects it. */
export function TimeFilter({ name, label, filters }: TimeFilterProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={filters.one(name).slice(0, 16)}
      onChange={({ currentTarget: { value } }) =>
        filters.set({ [name]: value === '' ? undefined : `${value}:00.000Z` })
      }
    />
  );
}
