// …/views: saves the filters of a list under a name, for one member or for the whole organization.
import { allows } from '../../access/permission.ts';
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { SavedView } from '../../records/saved-views.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { VIEW_LIMITS } from '../../vocabulary/saved-views.ts';
import { type AuditActor, changedFields, newAuditEvent } from '../audit/audit-event.ts';
import type { SessionCaller } from '../auth/authenticate.ts';
import { changeNewest } from '../change-newest.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, notFoundHere } from '../tenants/own-resource.ts';

export type ViewDraft = Pick<SavedView, 'list' | 'name' | 'shared' | 'query'>;
export type ViewChange = Partial<Omit<ViewDraft, 'list'>>;

/** The caller's own views and the shared ones. */
export function listViews(context: Context, { member }: SessionCaller, environment: Environment) {
  return context.store.savedViews.list(environment.number, member.id);
}

/** @throws Failure `conflict` `saved_view_limit`. */
export async function createView(
  context: Context,
  actor: AuditActor,
  { member }: SessionCaller,
  environment: Environment,
  draft: ViewDraft,
): Promise<SavedView> {
  const at = context.clock();
  const createdBy = { id: member.id, name: member.email };
  const view = { ...draft, id: context.newId('savedView', at), createdBy, createdAt: at, updatedAt: at };
  const change = { action: 'saved_view.created', before: null, after: audited(view) } as const;
  const auditEvent = view.shared ? viewAudit(context, actor, environment, view.id, change) : null;
  await context.store.savedViews.create(environment.number, view, VIEW_LIMITS.perMember, auditEvent);
  return view;
}

/** @throws Failure `not_found`, `forbidden` for someone else's view. */
export async function updateView(
  context: Context,
  actor: AuditActor,
  caller: SessionCaller,
  environment: Environment,
  viewId: string,
  change: ViewChange,
): Promise<SavedView> {
  return changeNewest<SavedView>(context, change, {
    read: () => findView(context, caller, environment, viewId),
    contentOf,
    save(view, old) {
      // The value of a filter is not audited: if only that changed, nothing differs.
      const fields = changedFields(audited(old), audited(view)) ?? { before: {}, after: {} };
      const auditEvent =
        old.shared || view.shared
          ? viewAudit(context, actor, environment, old.id, { action: 'saved_view.updated', ...fields })
          : null;
      return context.store.savedViews.update(environment.number, view, old.updatedAt, auditEvent);
    },
  });
}

/** @throws Failure `not_found`, `forbidden` for someone else's view. */
export async function deleteView(
  context: Context,
  actor: AuditActor,
  caller: SessionCaller,
  environment: Environment,
  viewId: string,
): Promise<void> {
  const view = await findView(context, caller, environment, viewId);
  const change = { action: 'saved_view.deleted', before: audited(view), after: null } as const;
  const auditEvent = view.shared ? viewAudit(context, actor, environment, view.id, change) : null;
  if (!(await context.store.savedViews.remove(environment.number, view.id, auditEvent))) throw notFound('savedView');
}

/** The view, if the caller may change it. A view that someone else saved for themselves is not found. */
async function findView(
  context: Context,
  { member }: SessionCaller,
  environment: Environment,
  viewId: string,
): Promise<SavedView> {
  const { savedViews } = context.store;
  const id = lookupId('savedView', viewId);
  const view = await savedViews.find(environment.number, id);
  if (view === null) throw notFoundHere('savedView', await savedViews.locate(id));
  const isOwn = view.createdBy.id === member.id;
  if (!isOwn && !view.shared) throw notFound('savedView');
  if (isOwn || allows(member.role, 'moderate')) return view;
  const detail = 'Only the member who saved this view, an admin or an owner can change it.';
  throw new Failure('forbidden', 'not_your_view', detail);
}

function contentOf({ list, name, shared, query }: ViewDraft): JsonObject {
  return { list, name, shared, query };
}

/** The audit log is permanent, so it records only the names of the filters, whose values may name an account that is erased later. */
function audited({ list, name, shared, query }: ViewDraft): JsonObject {
  return { list, name, shared, parameters: Object.keys(query).sort() };
}

/** Only shared views are audited: a private one affects nobody else. */
function viewAudit(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  id: string,
  change: Pick<AuditEvent, 'action' | 'before' | 'after'>,
): AuditEvent {
  return newAuditEvent(context, actor, {
    ...change,
    target: { type: 'saved_view', id },
    environmentId: environment.id,
  });
}
