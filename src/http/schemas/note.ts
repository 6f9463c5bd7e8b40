// Notes as callers write them and as the API returns them, and the member that a row names.
import Type from 'typebox';
import type { NamedMember, Note } from '../../records/notes.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { NOTE_KINDS, NOTE_LIMITS } from '../../vocabulary/notes.ts';
import { type BodyOf, closed, oneOf, time, trimmedText } from './schema.ts';

export const NamedMemberSchema = closed({
  id: Type.String({ description: 'Prefix usr_; the member may be removed.' }),
  name: Type.String({ description: 'The email at that time.', examples: ['ana@example.com'] }),
});

export function namedMemberBody({ id, name }: NamedMember): BodyOf<typeof NamedMemberSchema> {
  return { id, name };
}

export const NoteBody = closed({
  text: trimmedText(NOTE_LIMITS.length, { description: 'Plain text; white space at its ends is removed.' }),
});

export const NoteSchema = closed(
  {
    id: Type.String({ description: 'Prefix not_.' }),
    on: oneOf(NOTE_KINDS, { description: 'What the note is about.' }),
    text: Type.String(),
    created_by: NamedMemberSchema,
    created_at: time(),
    updated_at: time('Later than `created_at` when the text was changed.'),
  },
  { $id: 'Note', description: 'What a member wrote about an event, an account or a device.' },
);

export function noteBody({ id, target, text, createdBy, createdAt, updatedAt }: Note): BodyOf<typeof NoteSchema> {
  return {
    ...{ id, on: target.kind, text, created_by: namedMemberBody(createdBy) },
    ...{ created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) },
  };
}
