// Storage contract for notes: what members wrote about events, accounts and devices.
import type { NoteKind } from '../vocabulary/notes.ts';
import type { AuditEvent } from './audit.ts';
import type { IdPage } from './id-page.ts';

/** A member as rows name it; id and name stay after the member is removed. */
export interface NamedMember {
  /** `usr_…` */
  id: string;
  name: string;
}

export interface NoteTarget {
  kind: NoteKind;
  /** The id of the event or device, or the key of the account. */
  key: string;
}

export interface Note {
  /** `not_…` */
  id: string;
  target: NoteTarget;
  /** Plain text, trimmed. */
  text: string;
  createdBy: NamedMember;
  createdAt: number;
  /** The same as `createdAt` unless it was edited. */
  updatedAt: number;
}

export interface NoteStore {
  /**
   * Saves a note. Returns false, without a write, if `accountKey`, the account that the target is or belongs to, was erased meanwhile;
   * waits for an erasure of that account in progress.
   * @throws Failure `conflict` `note_limit` if the target already has `limit`.
   */
  create(
    environmentNumber: number,
    note: Note,
    accountKey: string | null,
    limit: number,
    auditEvent: AuditEvent,
  ): Promise<boolean>;
  /** Newest first; oldest first when the page goes `newer`. */
  list(environmentNumber: number, target: NoteTarget, page: IdPage): Promise<Note[]>;
  /** The notes on any of these, oldest first. */
  ofTargets(environmentNumber: number, kind: NoteKind, keys: readonly string[]): Promise<Note[]>;
  find(environmentNumber: number, id: string): Promise<Note | null>;
  /** The number of the environment that contains it, or null. */
  locate(id: string): Promise<number | null>;
  /** Returns false if there is no such note. */
  update(
    environmentNumber: number,
    note: Pick<Note, 'id' | 'text' | 'updatedAt'>,
    auditEvent: AuditEvent,
  ): Promise<boolean>;
  remove(environmentNumber: number, id: string, auditEvent: AuditEvent): Promise<boolean>;
}
