// The audit actor of a change made over HTTP: the session's member and a masked address.
import type { FastifyRequest } from 'fastify';
import type { AuditActor } from '../../flows/audit/audit-event.ts';
import { type Caller, memberActor } from '../../flows/auth/authenticate.ts';
import type { Services } from '../server/services.ts';
import { maskAddress } from './client-address.ts';

export function auditActorOf(
  { clientAddress }: Pick<Services, 'clientAddress'>,
  { caller, http }: { caller: Caller; http: FastifyRequest },
): AuditActor {
  const address = clientAddress(http.raw);
  return memberActor(caller, address === null ? null : maskAddress(address));
}
