// The second factor of a member (TOTP, RFC 6238): enable, verify at login, disable.
import { Secret, TOTP } from 'otpauth';
import { credentialDigest } from '../../access/credential.ts';
import type { Member } from '../../records/member.ts';
import type { SecondFactor } from '../../records/second-factor.ts';
import { HOUR, SECOND } from '../../vocabulary/clock.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { auditRejectedVerification } from './audit-rejected-verification.ts';
import { checkPassword } from './check-password.ts';

/** 160 bits, the key length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD = 30 * SECOND;
/** `validate` compares bytes and throws if six characters have more, as the digits of Arabic and full-width keyboards do. */
const DIGITS = /^[0-9]{6}$/;
/**
 * How long a secret may wait for its first code. Otherwise a thief with a stolen session could guess the code of an abandoned set-up, at
 * five guesses a minute with a chance of 2 % a day, and keep the recovery codes.
 */
const CONFIRM_WITHIN = HOUR;
const RECOVERY_CODES = 10;
/** Characters of 5 bits each: 120 bits, for which a plain hash is enough (OWASP ASVS 5, 6.5.2). */
const RECOVERY_LENGTH = 24;

/** Whether login requires a code. */
export async function hasSecondFactor(context: Context, memberId: string): Promise<boolean> {
  const factor = await context.store.secondFactors.find(memberId);
  return factor !== null && factor.confirmedAt !== null;
}

/**
 * Returns a secret for the member's app, shown once. Login requires it only after `confirmSecondFactor`.
 * @throws Failure `invalid` for a wrong password, `conflict` when a second factor is already enabled.
 */
export async function beginSecondFactor(
  context: Context,
  actor: AuditActor,
  member: Member,
  password: string,
): Promise<{ secret: string; url: string }> {
  // A thief with a stolen session must not be able to lock the member out.
  await checkPassword(context, actor, member, password, '/password');
  const { id, email } = member;
  const secret = new Secret({ buffer: Uint8Array.from(context.randomBytes(SECRET_BYTES)).buffer }).base32;
  const encrypted = encryptSecret(secret, id, context.webhooks.keys, context.randomBytes(NONCE_BYTES));
  if (!(await context.store.secondFactors.begin(id, encrypted, context.clock()))) {
    throw new Failure('conflict', 'second_factor_on', 'The second factor is already enabled; disable it first.');
  }
  return { secret, url: new TOTP({ issuer: 'Assay', label: email, secret }).toString() };
}

/**
 * Enables the second factor. Returns the recovery codes, shown once.
 * @throws Failure `invalid` for a wrong code, `conflict` when there is nothing to confirm.
 */
export async function confirmSecondFactor(
  context: Context,
  actor: AuditActor,
  { id, email }: Member,
  code: string,
): Promise<string[]> {
  const factor = await context.store.secondFactors.find(id);
  if (factor === null || factor.confirmedAt !== null) throw nothingToConfirm();
  if (factor.createdAt <= context.clock() - CONFIRM_WITHIN) throw nothingToConfirm();
  const step = stepOf(context, decryptSecret(factor.encryptedSecret, id, context.webhooks.keys), code);
  if (step === null) {
    const detail = 'The code does not match. Check that the clock of your phone is correct.';
    throw invalid({ pointer: '/code', code: 'wrong_code', detail });
  }
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    encodeBase32(context.randomBytes(16)).slice(-RECOVERY_LENGTH),
  );
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.second_factor_enabled',
    target: { type: 'member', id },
    before: null,
    after: { email },
  });
  const digests = codes.map(credentialDigest);
  const { secondFactors } = context.store;
  if (!(await secondFactors.confirm(id, factor.encryptedSecret, auditEvent.at, step, digests, auditEvent))) {
    throw nothingToConfirm();
  }
  return codes;
}

/**
 * Disables the second factor. The code may be a recovery code; a member with neither asks an owner for a link.
 * @throws Failure `invalid` for a wrong password or code, `not_found` when no second factor is enabled.
 */
export async function removeSecondFactor(
  context: Context,
  actor: AuditActor,
  member: Member,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await checkPassword(context, actor, member, password, '/password');
  let checked: SecondFactor | null;
  try {
    checked = await checkSecondFactor(context, actor, member, code);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthenticated') throw error;
    await auditRejectedVerification(context, actor, member, 'wrong_code');
    // Not 401: the session itself is valid.
    throw invalid({ pointer: '/code', code: 'wrong_code', detail: error.message });
  }
  if (checked === null) throw nothingToDisable();
  await disable(context, actor, member, checked);
}

/**
 * Disables the second factor without a password, for an operator when a member lost their phone.
 * @throws Failure `not_found` when no second factor is enabled.
 */
export async function resetSecondFactor(context: Context, actor: AuditActor, member: Member): Promise<void> {
  await disable(context, actor, member, null);
}

/** `checked`: the second factor whose code was checked; another one that has replaced it since stays enabled. */
async function disable(
  context: Context,
  actor: AuditActor,
  { id, email }: Member,
  checked: SecondFactor | null,
): Promise<void> {
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.second_factor_disabled',
    target: { type: 'member', id },
    before: { email },
    after: null,
  });
  if (!(await context.store.secondFactors.remove(id, checked?.encryptedSecret ?? null, auditEvent))) {
    throw nothingToDisable();
  }
}

/**
 * Verifies the second factor at login, after the password. Each code, including a recovery code, is valid once. Returns the second
 * factor, or null if none is enabled.
 * @throws Failure `unauthenticated`: `second_factor_required` without a code, `second_factor_wrong` with a wrong one.
 */
export async function checkSecondFactor(
  context: Context,
  actor: AuditActor,
  { id: memberId, email }: Member,
  code: string | undefined,
): Promise<SecondFactor | null> {
  const { secondFactors } = context.store;
  const factor = await secondFactors.find(memberId);
  if (factor === null || factor.confirmedAt === null) return null;
  if (code === undefined) {
    throw new Failure('unauthenticated', 'second_factor_required', 'Enter the code of your second factor to log in.');
  }
  const step = stepOf(context, decryptSecret(factor.encryptedSecret, memberId, context.webhooks.keys), code);
  if (step !== null && (await secondFactors.spendStep(memberId, step))) return factor;
  const auditEvent = newAuditEvent(context, actor, {
    action: 'member.recovery_code_used',
    target: { type: 'member', id: memberId },
    before: null,
    after: { email },
  });
  const digest = credentialDigest(code.toLowerCase());
  if (step === null && (await secondFactors.spendCode(memberId, digest, auditEvent))) return factor;
  throw new Failure('unauthenticated', 'second_factor_wrong', 'The code is wrong or was already used.');
}

/** The time step of a valid code: the current one, the one before or the one after. Null when the code is wrong. */
function stepOf(context: Context, secret: string, code: string): number | null {
  if (!DIGITS.test(code)) return null;
  const timestamp = context.clock();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD) + delta;
}

function nothingToConfirm(): Failure {
  const detail = 'There is no second factor to confirm, or it was begun over an hour ago; start setting it up again.';
  return new Failure('conflict', 'second_factor_not_begun', detail);
}

function nothingToDisable(): Failure {
  return new Failure('not_found', 'second_factor_off', 'There is no second factor to disable.');
}
