// The author of a change that came through the door: the session's member, and a masked address.
import type { FastifyRequest } from 'fastify';
import type { AuditActor } from '../../flows/audit/audit-event.ts';
import { type Caller, memberActor } from '../../flows/auth/authenticate.ts';
import type { Services } from '../server/services.ts';
import { maskAddress } from './client-address.ts';

export function auditActorOf(
  { addressOf }: Pick<Services, 'addressOf'>,
  { caller, http }: { caller: Caller; http: FastifyRequest },
): AuditActor {
  const address = addressOf(http.raw);
  return memberActor(caller, address === null ? null : maskAddress(address));
}
