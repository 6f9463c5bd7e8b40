// From an Authorization header to a caller, or to one and the same 401.
import { type Credential, credentialDigest, parseCredential } from '../../access/credential.ts';
import { authenticateKey, authenticateSession, type Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import { Failure } from '../../vocabulary/failure.ts';

/** Two such headers are joined with a comma by the server and so fit no token. */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** @throws Failure `unauthenticated`; its code says whether the credential is missing, mistyped or no longer valid. */
export async function authenticateRequest(context: Context, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) {
    throw refused('credential_missing', 'This needs an Authorization: Bearer header with a key or a session token.');
  }
  const token = BEARER.exec(authorization)?.[1];
  const claimed = token === undefined ? null : parseCredential(token);
  if (token === undefined || claimed === null) {
    throw refused('credential_malformed', 'The credential is incomplete or mistyped: its form or checksum is wrong.');
  }
  const caller = await lookUp(context, claimed, credentialDigest(token));
  if (caller === null) throw refused('credential_unknown', 'The credential is unknown, revoked or expired.');
  return caller;
}

function lookUp(context: Context, claimed: Credential, digest: string): Promise<Caller | null> {
  return claimed.kind === 'session' ? authenticateSession(context, digest) : authenticateKey(context, digest);
}

function refused(code: string, detail: string): Failure {
  return new Failure('unauthenticated', code, detail);
}
