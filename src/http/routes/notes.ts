// Notes on events, devices and accounts: listed and written below each, changed and deleted by their own id.
import type { TSchema } from 'typebox';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { accountTarget, createNote, deleteNote, listNotes, updateNote } from '../../flows/notes/manage-notes.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { findOwner } from '../../flows/tenants/find-owner.ts';
import type { NoteTarget } from '../../records/notes.ts';
import type { Environment } from '../../records/tenants.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { plainList } from '../lists/plain-list.ts';
import { NoteBody, NoteSchema, noteBody } from '../schemas/note.ts';
import { AccountPath, DevicePath, EventPath, NotePath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Investigation', credentials: ['session'], permission: 'write_notes' } as const;
const OneNote = dataOf(named(NoteSchema));
const NOTE = '/v1/environments/{env}/notes/{note}';

/** Where notes are written: below the path of an event, a device or an account. */
interface NoteParent<P extends TSchema> {
  path: string;
  /** In the names of the operations. */
  name: 'Event' | 'Device' | 'Account';
  params: P;
  /** @throws Failure `forbidden` or `not_found`. */
  find: (request: Pick<RequestContext<P>, 'caller' | 'params'>) => Promise<Environment>;
  targetOf: (params: RequestContext<P>['params']) => NoteTarget;
  /** When an erasure deletes the notes. */
  erasure: string;
}

export function noteRoutes(services: Services): Route[] {
  const { context } = services;
  return [
    ...notesOf(services, {
      path: '/v1/events/{event}/notes',
      name: 'Event',
      params: EventPath,
      find: ({ caller, params }) => findOwner(context, caller.environments, 'event', params.event),
      targetOf: ({ event }) => ({ kind: 'event', key: event }),
      erasure: 'It is deleted when the account of the event is erased.',
    }),
    ...notesOf(services, {
      path: '/v1/devices/{device}/notes',
      name: 'Device',
      params: DevicePath,
      find: ({ caller, params }) => findOwner(context, caller.environments, 'device', params.device),
      targetOf: ({ device }) => ({ kind: 'device', key: device }),
      erasure:
        'It is deleted when the last account that has used the device is erased, unless events without an account came from it.',
    }),
    ...notesOf(services, {
      path: '/v1/environments/{env}/accounts/{externalAccountId}/notes',
      name: 'Account',
      params: AccountPath,
      find: ({ caller, params }) => findEnvironment(context, caller.environments, params.env),
      targetOf: ({ externalAccountId }) => accountTarget(externalAccountId),
      erasure: 'It is deleted when the account is erased.',
    }),
    changeRoute(services),
    deleteRoute(services),
  ];
}

function notesOf<P extends TSchema>(services: Services, parent: NoteParent<P>): Route[] {
  const { context } = services;
  const { path, name, params, find, targetOf, erasure } = parent;
  const one = `${name === 'Device' ? 'a' : 'an'} ${name.toLowerCase()}`;
  return [
    plainList(services, {
      path,
      operationId: `list${name}Notes`,
      tag: 'Investigation',
      summary: `List the notes on ${one}, newest first`,
      description: 'Each with its writer and time.',
      params,
      item: NoteSchema,
      find,
      read: (environment, given, page) => listNotes(context, environment, targetOf(given), page),
      keyOf: ({ id }) => id,
      bodyOf: noteBody,
    }),
    route({
      ...SESSION_ONLY,
      method: 'POST',
      path,
      operationId: `create${name}Note`,
      summary: `Write a note on ${one}`,
      description: `All members of the organization can read it. ${erasure}`,
      params,
      body: NoteBody,
      errorStatuses: [409],
      responses: { 201: { description: 'The note.', body: OneNote } },
      handler: async (request) => {
        const environment = await find(request);
        const actor = auditActorOf(services, request);
        const caller = request.caller as SessionCaller;
        const { text } = request.body;
        const note = await createNote(context, actor, caller, environment, targetOf(request.params), text);
        return { status: 201, body: { data: noteBody(note) } };
      },
    }),
  ];
}

function changeRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: NOTE,
    operationId: 'updateNote',
    summary: 'Change the text of your own note',
    description: 'Only the member who wrote it may change it. Earlier texts are not stored.',
    params: NotePath,
    body: NoteBody,
    responses: { 200: { description: 'The note after the change.', body: OneNote } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const actor = auditActorOf(services, request);
      const note = await updateNote(context, actor, caller as SessionCaller, environment, params.note, body.text);
      return { status: 200, body: { data: noteBody(note) } };
    },
  });
}

function deleteRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: NOTE,
    operationId: 'deleteNote',
    summary: 'Delete a note',
    description: 'The member who wrote it, admins and owners may delete it.',
    params: NotePath,
    responses: { 204: { description: 'The note is deleted.' } },
    handler: async (request) => {
      const { params } = request;
      const caller = request.caller as SessionCaller;
      const environment = await findEnvironment(context, caller.environments, params.env);
      await deleteNote(context, auditActorOf(services, request), caller, environment, params.note);
      return { status: 204 };
    },
  });
}
