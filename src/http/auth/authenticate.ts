// Authenticates a request by its Authorization header: a caller, or a 401.
import { type Credential, credentialDigest, parseCredential } from '../../access/credential.ts';
import { authenticateKey, authenticateSession, type Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import type { ErrorCode } from '../../vocabulary/error-codes.ts';
import { Failure } from '../../vocabulary/failure.ts';

/** The server joins two such headers with a comma, which no token contains. */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** @throws Failure `unauthenticated`; its code distinguishes a missing, a malformed and an invalid credential. */
export async function authenticateRequest(context: Context, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) {
    throw unauthenticated(
      'credential_missing',
      'This endpoint requires an Authorization: Bearer header with a key or a session token.',
    );
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    throw unauthenticated(
      'credential_malformed',
      'The Authorization header must be the word Bearer, a space, and a key or a session token.',
    );
  }
  const credential = parseCredential(token);
  if (credential === null) {
    throw unauthenticated('credential_malformed', 'The credential is incomplete or mistyped: wrong form or checksum.');
  }
  const caller = await findCaller(context, credential, credentialDigest(token));
  if (caller === null) throw unauthenticated('credential_unknown', 'The credential is unknown, revoked or expired.');
  return caller;
}

/** Whether an Authorization header presents a well-formed public key; without a lookup. */
export function presentsPublicKey(authorization: string | undefined): boolean {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token !== undefined && parseCredential(token)?.kind === 'public';
}

function findCaller(context: Context, credential: Credential, digest: string): Promise<Caller | null> {
  return credential.kind === 'session' ? authenticateSession(context, digest) : authenticateKey(context, digest);
}

function unauthenticated(code: ErrorCode, detail: string): Failure {
  return new Failure('unauthenticated', code, detail);
}
