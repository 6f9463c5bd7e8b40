// Notes on an event, an account or a device: writes, lists, changes and deletes them.
import { allows } from '../../access/permission.ts';
import { accountKeyOf } from '../../devices/digest.ts';
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { Note, NoteTarget } from '../../records/notes.ts';
import type { Environment } from '../../records/tenants.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { NOTE_LIMITS } from '../../vocabulary/notes.ts';
import { accountNotFound, requireAccount } from '../accounts/require-account.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { SessionCaller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, notFoundHere } from '../tenants/own-resource.ts';

/** An account by the customer's own id, as a target of notes. */
export function accountTarget(externalAccountId: string): NoteTarget {
  return { kind: 'account', key: accountKeyOf(externalAccountId) };
}

/** One page, in reading order. The caller has checked that the environment contains the event or device. */
export async function listNotes(
  context: Context,
  environment: Environment,
  target: NoteTarget,
  page: IdPage,
): Promise<Note[]> {
  const notes = await context.store.notes.list(environment.number, target, page);
  if (notes.length === 0 && target.kind === 'account') await requireAccount(context, environment, target.key);
  return notes;
}

/** @throws Failure `not_found` for an account that was never seen or is erased, `conflict` `note_limit`. */
export async function createNote(
  context: Context,
  actor: AuditActor,
  caller: SessionCaller,
  environment: Environment,
  target: NoteTarget,
  text: string,
): Promise<Note> {
  const { member } = caller;
  const accountKey = await accountOf(context, environment, target);
  const at = context.clock();
  const createdBy = { id: member.id, name: member.email };
  const note = { id: context.newId('note', at), target, text, createdBy, createdAt: at, updatedAt: at };
  const auditEvent = noteAudit(context, actor, environment, null, note);
  const { notes } = context.store;
  if (await notes.create(environment.number, note, accountKey, NOTE_LIMITS.perTarget, auditEvent)) return note;
  if (target.kind === 'account') throw accountNotFound();
  // The account of the event was erased a moment ago; the event itself stays, now without an account.
  return createNote(context, actor, caller, environment, target, text);
}

/** Saving the same text again is neither stored nor audited. @throws Failure `not_found`, `forbidden` for someone else's note. */
export async function updateNote(
  context: Context,
  actor: AuditActor,
  { member }: SessionCaller,
  environment: Environment,
  noteId: string,
  text: string,
): Promise<Note> {
  const note = await findNote(context, environment, noteId);
  if (note.createdBy.id !== member.id) throw notYours('Only its writer can change a note.');
  if (note.text === text) return note;
  const changed = { ...note, text, updatedAt: context.clock() };
  const auditEvent = noteAudit(context, actor, environment, note, changed);
  if (!(await context.store.notes.update(environment.number, changed, auditEvent))) throw notFound('note');
  return changed;
}

/** @throws Failure `not_found`, `forbidden` for someone else's note without the permission to moderate. */
export async function deleteNote(
  context: Context,
  actor: AuditActor,
  { member }: SessionCaller,
  environment: Environment,
  noteId: string,
): Promise<void> {
  const note = await findNote(context, environment, noteId);
  if (note.createdBy.id !== member.id && !allows(member.role, 'moderate')) {
    throw notYours('Only its writer, an admin or an owner can delete a note.');
  }
  const auditEvent = noteAudit(context, actor, environment, note, null);
  if (!(await context.store.notes.remove(environment.number, note.id, auditEvent))) throw notFound('note');
}

async function findNote(context: Context, environment: Environment, noteId: string): Promise<Note> {
  const { notes } = context.store;
  const id = lookupId('note', noteId);
  const note = await notes.find(environment.number, id);
  if (note !== null) return note;
  throw notFoundHere('note', await notes.locate(id));
}

/** The key of the account that the target is or belongs to. */
async function accountOf(context: Context, environment: Environment, { kind, key }: NoteTarget) {
  if (kind === 'account') return key;
  if (kind === 'device') return null;
  const detail = await context.store.events.event(environment.number, key);
  return detail?.externalAccountId == null ? null : accountKeyOf(detail.externalAccountId);
}

function notYours(detail: string): Failure {
  return new Failure('forbidden', 'not_your_note', detail);
}

/** The audit log is permanent: it contains neither the text nor the account, which may be erased later. */
function noteAudit(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  before: Note | null,
  after: Note | null,
): AuditEvent {
  const { id } = (after ?? before) as Note;
  const action = before === null ? 'note.created' : after === null ? 'note.deleted' : 'note.updated';
  return newAuditEvent(context, actor, {
    action,
    target: { type: 'note', id },
    environmentId: environment.id,
    before: before === null ? null : audited(before),
    after: after === null ? null : audited(after),
  });
}

function audited({ target: { kind, key }, createdBy, updatedAt }: Note): JsonObject {
  const about = kind === 'account' ? {} : { [`${kind}_id`]: key };
  return { on: kind, ...about, written_by: createdBy.name, written_at: isoTime(updatedAt) };
}
