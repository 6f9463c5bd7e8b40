// Storage contract for saved views: named filters of a list.
import type { ViewList } from '../vocabulary/saved-views.ts';
import type { AuditEvent } from './audit.ts';
import type { NamedMember } from './notes.ts';

export interface SavedView {
  /** `vew_…` */
  id: string;
  list: ViewList;
  name: string;
  /** Whether all members of the organization see it. */
  shared: boolean;
  /** The parameters of the list's address, without its page. */
  query: Readonly<Record<string, readonly string[]>>;
  createdBy: NamedMember;
  createdAt: number;
  updatedAt: number;
}

export interface SavedViewStore {
  /** @throws Failure `conflict` `saved_view_limit` when its member already has `limit` in the environment. */
  create(environmentNumber: number, view: SavedView, limit: number, auditEvent: AuditEvent | null): Promise<void>;
  /** The views that the member sees: their own and shared ones, oldest first. */
  list(environmentNumber: number, memberId: string): Promise<SavedView[]>;
  find(environmentNumber: number, id: string): Promise<SavedView | null>;
  /** The number of the environment that contains it, or null. */
  locate(id: string): Promise<number | null>;
  /**
   * Replaces name, visibility and query of the view that was last changed at `seen`; false if it has been changed since, or is gone.
   */
  update(environmentNumber: number, view: SavedView, seen: number, auditEvent: AuditEvent | null): Promise<boolean>;
  remove(environmentNumber: number, id: string, auditEvent: AuditEvent | null): Promise<boolean>;
}
