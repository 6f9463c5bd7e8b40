// The field for a name that a member chooses. The server trims names and rejects white space alone; the field shows this error
// while the name is typed.
import { TextInput, type TextInputProps } from '@mantine/core';

interface NameFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange'> {
  value: string;
  maxLength: number;
  onChange: (name: string) => void;
}

export function NameField({ value, error, onChange, ...props }: NameFieldProps) {
  return (
    <TextInput
      label="Name"
      {...props}
      value={value}
      error={error ?? (onlySpaces(value) && 'A name needs more than spaces.')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function onlySpaces(name: string): boolean {
  return name !== '' && name.trim() === '';
}
