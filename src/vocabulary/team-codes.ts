// The codes of errors about notes, assignments and saved views. Part of `ERROR_CODES`.

export const TEAM_CODES = {
  note_not_found: {
    status: 404,
    cause: 'No note has this id.',
    cure: 'List the notes of the event, account or device; a colleague may have deleted it.',
  },
  not_your_note: {
    status: 403,
    cause: 'Someone else wrote the note. Only they may change it; admins and owners may delete it.',
    cure: 'Write a note of your own.',
  },
  note_limit: {
    status: 409,
    cause: 'The event, account or device has the maximum number of notes.',
    cure: 'Delete notes that nobody needs.',
  },
  assignee_changed: {
    status: 409,
    cause: 'Someone else assigned the event in the meantime; `current_member_id` is the member who has it now.',
    cure: 'Show this member, and let the person decide again.',
  },
  saved_view_not_found: {
    status: 404,
    cause: 'No saved view has this id, or it is another member’s private view.',
    cure: 'List the saved views of the environment.',
  },
  not_your_view: {
    status: 403,
    cause: 'Someone else saved the view. Only they, admins and owners may change or delete it.',
    cure: 'Save a view of your own.',
  },
  saved_view_limit: {
    status: 409,
    cause: 'The member has the maximum number of saved views in this environment.',
    cure: 'Delete views that you no longer use.',
  },
} as const;
