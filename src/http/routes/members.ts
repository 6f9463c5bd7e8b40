// The members of the organization, and the links with which they set a password.
import type { FastifyRequest } from 'fastify';
import { acceptInvitation } from '../../flows/auth/accept-invitation.ts';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { changeRole, removeMember } from '../../flows/members/change-member.ts';
import { invitationUrl, inviteMember, issueLink } from '../../flows/members/invite-member.ts';
import { AddressLimiter } from '../auth/address-limit.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { canonicalAddress, maskAddress } from '../auth/client-address.ts';
import { checkRate } from '../auth/rate-limit.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import {
  AcceptInvitationBody,
  InvitationSchema,
  InviteBody,
  invitationBody,
  MemberSchema,
  memberBody,
  NewSessionSchema,
  newSessionBody,
  RoleChangeBody,
} from '../schemas/member.ts';
import { MemberPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { ANONYMOUS_BODY_LIMIT, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'] } as const;
const OneInvitation = dataOf(named(InvitationSchema));

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
    description: 'Everybody who can log in to the dashboard, with role and state.',
    permission: 'read',
    query: PageQuery,
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
    summary: 'Invite a member; only this response contains the link',
    description: 'Creates a member without a password. Pass the link on yourself: Assay sends no email.',
    permission: 'manage_members',
    body: InviteBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The member with the link.', body: OneInvitation } },
    handler: async (request) => {
      const actor = auditActorOf(services, request);
      const { member, token } = await inviteMember(services.context, actor, request.body);
      const url = linkUrl(services, request.http, token);
      return { status: 201, body: { data: invitationBody(member, url, token) } };
    },
  });
}

function linkRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/members/{id}/link',
    operationId: 'issueMemberLink',
    summary: 'Create a link with which a member sets a new password',
    description:
      'For a lost password, second factor or invitation. Nothing changes until the link is used; older links expire.',
    permission: 'manage_members',
    params: MemberPath,
    responses: { 201: { description: 'The member with the link.', body: OneInvitation } },
    handler: async (request) => {
      const actor = auditActorOf(services, request);
      const { member, token } = await issueLink(services.context, actor, request.params.id);
      const url = linkUrl(services, request.http, token);
      return { status: 201, body: { data: invitationBody(member, url, token) } };
    },
  });
}

function changeRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: '/v1/members/{id}',
    operationId: 'changeMember',
    summary: 'Change the role of a member, effective from the next request',
    description: 'Owners change roles. The organization always keeps at least one owner.',
    permission: 'manage_members',
    params: MemberPath,
    body: RoleChangeBody,
    errorStatuses: [409],
    responses: { 200: { description: 'The member after the change.', body: dataOf(named(MemberSchema)) } },
    handler: async (request) => {
      const actor = auditActorOf(services, request);
      const member = await changeRole(services.context, actor, request.params.id, request.body.role);
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
    summary: 'Remove a member and end all of their sessions immediately',
    description: 'The member’s entries in the audit log stay.',
    permission: 'manage_members',
    params: MemberPath,
    errorStatuses: [409],
    responses: { 204: { description: 'The member is removed.' } },
    handler: async (request) => {
      await removeMember(services.context, auditActorOf(services, request), request.params.id);
      return { status: 204 };
    },
  });
}

function acceptRoute({ context, options, clientAddress }: Services): Route {
  const perAddress = new AddressLimiter(options.rates.loginAddress, context.clock);
  return route({
    method: 'POST',
    path: '/v1/invitations/accept',
    operationId: 'acceptInvitation',
    tag: 'Access',
    summary: 'Set a password with a one-time link and start a session',
    description: 'Ends older sessions of the member and removes their second factor.',
    credentials: 'none',
    body: AcceptInvitationBody,
    bodyLimit: ANONYMOUS_BODY_LIMIT,
    responses: { 200: { description: 'The session.', body: dataOf(NewSessionSchema) } },
    errorStatuses: [401, 429],
    handler: async ({ body, http }) => {
      const address = clientAddress(http.raw);
      checkRate(perAddress.take(address ?? ''), 'Too many attempts.');
      const masked = address === null ? null : maskAddress(address);
      const session = await acceptInvitation(context, { ...body, address: masked });
      return { status: 200, body: { data: newSessionBody(session, false) } };
    },
  });
}

/**
 * Without a configured public URL, the link points to the address of this service that the request reached, never to the
 * Host header: anyone who controls it would receive the token.
 */
function linkUrl({ options }: Services, http: FastifyRequest, token: string): string {
  return invitationUrl(options.publicUrl ?? ownAddress(http), token);
}

function ownAddress({ raw: { socket } }: FastifyRequest): string {
  const { localAddress = '127.0.0.1', localPort = 8080 } = socket;
  const address = canonicalAddress(localAddress) ?? localAddress;
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
