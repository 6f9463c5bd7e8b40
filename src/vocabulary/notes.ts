// What a note can be about, and the limits on notes.

export const NOTE_KINDS = ['event', 'account', 'device'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export const NOTE_LIMITS = {
  /** Code points of one note. */
  length: 2_000,
  /** Notes on one event, account or device. */
  perTarget: 200,
} as const;
