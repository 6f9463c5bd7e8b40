// The second factor (TOTP, RFC 6238) of a member: set up, asked for at log-in, taken away again.
import { Secret, TOTP } from 'otpauth';
import { credentialDigest } from '../../access/credential.ts';
import type { Member } from '../../records/members.ts';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { checkPassword } from './check-password.ts';

/** 160 bits, the length of the key that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD = 30 * SECOND;
const RECOVERY_CODES = 10;

/** Whether log-in asks for a code. */
export async function hasSecondFactor(context: Context, userId: string): Promise<boolean> {
  const factor = await context.store.secondFactors.find(userId);
  return factor !== null && factor.confirmedAt !== null;
}

/** A secret for the member's app, shown once; it counts only after `confirmSecondFactor`. @throws Failure `conflict`. */
export async function beginSecondFactor(
  context: Context,
  { id, email }: Member,
): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ buffer: Uint8Array.from(context.randomBytes(SECRET_BYTES)).buffer }).base32;
  const sealed = encryptSecret(secret, id, context.webhooks.keys, context.randomBytes(NONCE_BYTES));
  if (!(await context.store.secondFactors.begin(id, sealed, context.clock()))) {
    throw new Failure('conflict', 'second_factor_on', 'The second factor is on already; turn it off first.');
  }
  return { secret, url: new TOTP({ issuer: 'Assay', label: email, secret }).toString() };
}

/** Turns it on. Returns the recovery codes, shown once. @throws Failure `invalid` for a wrong code, `conflict`. */
export async function confirmSecondFactor(
  context: Context,
  author: AuditActor,
  { id, email }: Member,
  code: string,
): Promise<string[]> {
  const factor = await context.store.secondFactors.find(id);
  if (factor === null || factor.confirmedAt !== null) throw nothingToConfirm();
  const step = stepOf(context, decryptSecret(factor.encryptedSecret, id, context.webhooks.keys), code);
  if (step === null) {
    throw invalid({
      pointer: '/code',
      code: 'wrong_code',
      detail: 'The code does not fit; check the clock of the phone.',
    });
  }
  const codes = Array.from({ length: RECOVERY_CODES }, () => encodeBase32(context.randomBytes(16)).slice(-16));
  const change = auditEvent(context, author, {
    action: 'member.second_factor_enabled',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  const { secondFactors } = context.store;
  if (!(await secondFactors.confirm(id, change.at, step, codes.map(credentialDigest), change)))
    throw nothingToConfirm();
  return codes;
}

/** @throws Failure `invalid` for a wrong password, `not_found` when there is none. */
export async function removeSecondFactor(
  context: Context,
  author: AuditActor,
  member: Member,
  password: string,
): Promise<void> {
  await checkPassword(context, member.id, password, '/password');
  await takeSecondFactor(context, author, member);
}

/** Without a proof: for an operator whose member lost the phone. @throws Failure `not_found` when there is none. */
export async function takeSecondFactor(context: Context, author: AuditActor, { id, email }: Member): Promise<void> {
  const change = auditEvent(context, author, {
    action: 'member.second_factor_disabled',
    target: { type: 'member', id },
    before: { email },
    after: null,
  });
  if (!(await context.store.secondFactors.remove(id, change))) {
    throw new Failure('not_found', 'second_factor_off', 'There is no second factor to turn off.');
  }
}

/**
 * What log-in asks after the password was right. Each code, also a recovery code, passes once.
 * @throws Failure `unauthenticated` `second_factor_required` without a code, `second_factor_wrong` with a wrong one.
 */
export async function checkSecondFactor(context: Context, userId: string, code: string | undefined): Promise<void> {
  const { secondFactors } = context.store;
  const factor = await secondFactors.find(userId);
  if (factor === null || factor.confirmedAt === null) return;
  if (code === undefined) {
    throw new Failure('unauthenticated', 'second_factor_required', 'This log-in also needs a code.');
  }
  const step = stepOf(context, decryptSecret(factor.encryptedSecret, userId, context.webhooks.keys), code);
  if (step !== null && (await secondFactors.spendStep(userId, step))) return;
  if (step === null && (await secondFactors.spendCode(userId, credentialDigest(code.toLowerCase())))) return;
  throw new Failure('unauthenticated', 'second_factor_wrong', 'The code is wrong or was used already.');
}

/** The time step that a code belongs to, one before or after now at most, or null. */
function stepOf(context: Context, secret: string, code: string): number | null {
  const timestamp = context.clock();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD) + delta;
}

function nothingToConfirm(): Failure {
  return new Failure('conflict', 'second_factor_not_begun', 'There is no second factor to confirm.');
}
