// A field for a date and time in the zone that its label names; the value is in UTC, as the API expects it.
import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { enteredTime, inputValue, useTimeZoneChoice, zoneId } from './time-zone.ts';

/** A year is typed digit by digit: until it is complete, it is 0002, 0020 and 0202. */
const FIRST = '1970';
/** Without a limit, the browser waits for years of six digits. */
const LAST = '9999-12-31T23:59';

interface TimeFieldProps {
  label: string;
  /** ISO 8601 in UTC, or '' for none. */
  value: string;
  /** If it is emptied, it gets its time back. */
  required?: boolean;
  /** Called with the entered time, or with undefined if the field was emptied. */
  onChange: (value: string | undefined) => void;
}

/** The browser keeps what is typed: a field that got its value back with each key could not be edited part by part. */
export function TimeField({ label, value, required = false, onChange }: TimeFieldProps) {
  const zone = useTimeZoneChoice();
  const input = useRef<HTMLInputElement>(null);
  const shown = value === '' ? '' : inputValue(value, zone);
  const show = () => {
    const { current } = input;
    // The value of an unfinished time is empty, too.
    if (current !== null && (current.value !== shown || current.validity.badInput)) current.value = shown;
  };
  // Only a new value replaces what is typed.
  useEffect(show, [shown]);
  const leave = ({ value: entered, validity }: HTMLInputElement) => {
    if (entered === '' && value !== '' && !validity.badInput && !required) onChange(undefined);
    else show();
  };
  return (
    <TextInput
      ref={input}
      type="datetime-local"
      label={`${label} (${zoneId(zone)})`}
      defaultValue={shown}
      max={LAST}
      onChange={({ currentTarget: { value: entered } }) => {
        if (entered >= FIRST) onChange(enteredTime(entered, zone));
      }}
      onBlur={({ currentTarget }) => leave(currentTarget)}
    />
  );
}
