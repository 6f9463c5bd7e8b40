// The input for an event type: suggests those of the catalog by name and accepts custom types.
import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { EVENT_TYPE_ERROR, EVENT_TYPE_NAMES, eventTypeOf, eventTypeText, isEventType } from './event-type-text.ts';

interface EventTypeFieldProps {
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  required?: boolean;
  /** The code of the type; empty if none is chosen. */
  value: string;
  onChange: (code: string) => void;
  /** Whether the form was submitted with this value; an invalid value is marked when the field loses focus. */
  refused?: boolean;
}

export function EventTypeField({ value, onChange, refused = false, ...input }: EventTypeFieldProps) {
  /** The text being typed, which may be part of a name; null after the field has lost focus. */
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = value === '' ? refused && input.required !== false : !isEventType(value);
  return (
    <Autocomplete
      {...input}
      withAsterisk={false}
      data={EVENT_TYPE_NAMES}
      value={typed ?? eventTypeText(value)}
      error={isWrong && (refused || typed === null) ? EVENT_TYPE_ERROR : undefined}
      onChange={(entered) => {
        setTyped(entered);
        onChange(eventTypeOf(entered));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
