// The author of a change that came through the door: the session's member, and a masked address.
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../flows/auth/authenticate.ts';
import { type Author, memberAuthor } from '../../flows/audit/audit-actor.ts';
import { maskAddress } from './client-address.ts';
import type { Services } from '../server/services.ts';

export function authorOf(
  { addressOf }: Pick<Services, 'addressOf'>,
  { caller, http }: { caller: Caller; http: FastifyRequest },
): Author {
  const address = addressOf(http.raw);
  return memberAuthor(caller, address === null ? null : maskAddress(address));
}
