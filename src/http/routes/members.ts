// Members of the organization, and the links by which they come in.
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { acceptInvitation } from '../../flows/auth/accept-invitation.ts';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { changeRole, removeMember } from '../../flows/members/change-member.ts';
import { invitationUrl, inviteMember, issueLink } from '../../flows/members/invite-member.ts';
import type { Member } from '../../records/sessions.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { maskAddress, rateLimitKey } from '../auth/client-address.ts';
import { RateLimiter } from '../auth/rate-limit.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import {
  EmailSchema,
  InvitationSchema,
  MemberSchema,
  memberBody,
  NewPasswordSchema,
  NewSessionSchema,
  RoleSchema,
  sessionBody,
} from '../schemas/member.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const MemberPath = closed({ id: Type.String({ description: 'Member id, prefix usr_.' }) });
const SESSION_ONLY = { tag: 'Access', credentials: ['session'] } as const;
const InvitedAnswer = closed({ data: named(InvitationSchema) });

export function memberRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    inviteRoute(services),
    linkRoute(services),
    changeRoute(services),
    removeRoute(services),
    acceptRoute(services),
  ];
}

function listRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/members',
    operationId: 'listMembers',
    summary: 'List the members of the organization',
    permission: 'read',
    query: closed(PAGE_PARAMETERS),
    responses: { 200: { description: 'Newest first.', body: listSchema(named(MemberSchema), 'Members.') } },
    handler: async ({ caller, query }) => {
      const { organizationId } = (caller as SessionCaller).member;
      const identity = { list: 'members', environment: organizationId, filter: {} };
      const members = await services.context.store.members.list(organizationId);
      return { status: 200, body: inMemoryPage(services, identity, '/v1/members', query, members, memberBody) };
    },
  });
}

function inviteRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/members',
    operationId: 'inviteMember',
    summary: 'Invite a member; the link is shown in this answer alone',
    permission: 'manage_members',
    body: closed({ email: EmailSchema, role: RoleSchema }),
    errorStatuses: [409],
    responses: { 201: { description: 'The member with the link.', body: InvitedAnswer } },
    handler: async (ask) => {
      const { member, token } = await inviteMember(services.context, auditActorOf(services, ask), ask.body);
      return { status: 201, body: { data: invited(services, member, token, ask.http) } };
    },
  });
}

function linkRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/members/{id}/link',
    operationId: 'issueMemberLink',
    summary: 'Make a link by which a member sets a new password',
    description: 'For a lost password, second factor or invitation. Nothing changes until it is used; older links end.',
    permission: 'manage_members',
    params: MemberPath,
    responses: { 201: { description: 'The member with the link.', body: InvitedAnswer } },
    handler: async (ask) => {
      const { member, token } = await issueLink(services.context, auditActorOf(services, ask), ask.params.id);
      return { status: 201, body: { data: invited(services, member, token, ask.http) } };
    },
  });
}

function changeRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: '/v1/members/{id}',
    operationId: 'changeMember',
    summary: 'Change the role of a member, from the next request on',
    permission: 'manage_members',
    params: MemberPath,
    body: closed({ role: RoleSchema }),
    errorStatuses: [409],
    responses: { 200: { description: 'The member after the change.', body: closed({ data: named(MemberSchema) }) } },
    handler: async (ask) => {
      const member = await changeRole(services.context, auditActorOf(services, ask), ask.params.id, ask.body.role);
      return { status: 200, body: { data: memberBody(member) } };
    },
  });
}

function removeRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/members/{id}',
    operationId: 'removeMember',
    summary: 'Remove a member; all their sessions end at once',
    permission: 'manage_members',
    params: MemberPath,
    errorStatuses: [409],
    responses: { 204: { description: 'The member is removed.' } },
    handler: async (ask) => {
      await removeMember(services.context, auditActorOf(services, ask), ask.params.id);
      return { status: 204 };
    },
  });
}

function acceptRoute({ context, options, clientAddress }: Services): Route {
  const perAddress = new RateLimiter(options.rates.logInAddress, context.clock);
  return route({
    method: 'POST',
    path: '/v1/invitations/accept',
    operationId: 'acceptInvitation',
    tag: 'Access',
    summary: 'Set a password by a one-time link and begin a session',
    description: 'Ends older sessions of the member and takes away a second factor.',
    credentials: 'none',
    body: closed({ token: Type.String({ minLength: 1, maxLength: 200 }), password: NewPasswordSchema }),
    responses: { 200: { description: 'The session.', body: NewSessionSchema } },
    errorStatuses: [429],
    handler: async ({ body, http }) => {
      const address = clientAddress(http.raw);
      const wait = perAddress.take(rateLimitKey(address ?? ''));
      if (wait > 0) throw new Failure('too_many', 'rate_limited', 'Too many attempts.', { retryAfter: wait });
      const masked = address === null ? null : maskAddress(address);
      const { token, session, member } = await acceptInvitation(context, { ...body, address: masked });
      return { status: 200, body: { data: { token, ...sessionBody(session, member, false) } } };
    },
  });
}

/** Without a configured address the link leads back to where the owner came from. */
function invited({ options }: Services, { id, email, role }: Member, token: string, http: FastifyRequest) {
  const url = invitationUrl(options.publicUrl ?? `${http.protocol}://${http.host}`, token);
  return { id, email, role, invitation_url: url, invitation_token: token };
}
