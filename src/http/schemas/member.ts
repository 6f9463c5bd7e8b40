// Members, their sessions and invitations, and the bodies with which they log in.
import Type from 'typebox';
import type { NewSession } from '../../flows/auth/log-in.ts';
import type { Member } from '../../records/member.ts';
import type { ListedMember } from '../../records/members.ts';
import type { Session } from '../../records/sessions.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { ROLES } from '../../vocabulary/words.ts';
import { EMAIL } from './patterns.ts';
import { type BodyOf, closed, oneOf, time } from './schema.ts';

const MIN_EMAIL_LENGTH = 3;
/** RFC 5321 allows no longer address in a path. */
const MAX_EMAIL_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 1_024;

/** One @ with text before it and a host after it: only sending mail shows whether an address exists. */
export const EmailSchema = Type.String({
  minLength: MIN_EMAIL_LENGTH,
  maxLength: MAX_EMAIL_LENGTH,
  pattern: EMAIL,
  description: 'An email address without invisible characters, case-insensitive.',
});
/** Without a pattern: text that is not an email address matches no member. */
const LoginEmailSchema = Type.String({
  minLength: MIN_EMAIL_LENGTH,
  maxLength: MAX_EMAIL_LENGTH,
  description: 'Case-insensitive.',
});
const PasswordSchema = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });
const secondFactorCode = (options: { examples?: string[] } = {}) =>
  Type.String({ minLength: 6, maxLength: 32, description: 'Six digits, or a recovery code.', ...options });
/** Shown in examples, unlike the code of a login, which most logins do not need. */
const RequiredCodeSchema = secondFactorCode({ examples: ['123456'] });
export const NewPasswordSchema = Type.String({
  minLength: 10,
  maxLength: MAX_PASSWORD_LENGTH,
  description: 'At least 10 characters; a sentence works best.',
});
export const RoleSchema = oneOf(ROLES, {
  description:
    'owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, ' +
    'assignments, saved views. viewer: read.',
});

/** The form of the token of a one-time link. */
const LINK_TOKEN = 'inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv';

export const LoginBody = closed({
  email: LoginEmailSchema,
  password: PasswordSchema,
  code: Type.Optional(secondFactorCode()),
});
export const PasswordChangeBody = closed({ current_password: PasswordSchema, new_password: NewPasswordSchema });
export const AcceptInvitationBody = closed({
  token: Type.String({ minLength: 1, maxLength: 200, examples: [LINK_TOKEN] }),
  password: NewPasswordSchema,
});
export const InviteBody = closed({ email: EmailSchema, role: RoleSchema });
export const RoleChangeBody = closed({ role: RoleSchema });
export const ConfirmSecondFactorBody = closed({ code: RequiredCodeSchema });
export const BeginSecondFactorBody = closed({ password: PasswordSchema });
export const RemoveSecondFactorBody = closed({ password: PasswordSchema, code: RequiredCodeSchema });

const SESSION_FIELDS = {
  expires_at: time('When the session ends, whether it is used or not.'),
  user: closed({
    id: Type.String({ description: 'Prefix usr_.' }),
    email: Type.String(),
    role: RoleSchema,
    organization_id: Type.String(),
    totp_enabled: Type.Boolean({ description: 'Whether login requires a second factor.' }),
  }),
};
export const SessionSchema = closed(SESSION_FIELDS);
export const NewSessionSchema = closed({
  token: Type.String({
    description: 'Returned only once.',
    examples: ['dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv'],
  }),
  ...SESSION_FIELDS,
});

export function sessionBody(session: Session, member: Member, totpEnabled: boolean): BodyOf<typeof SessionSchema> {
  const { id, email, role, organizationId } = member;
  return {
    expires_at: isoTime(session.expiresAt),
    user: { id, email, role, organization_id: organizationId, totp_enabled: totpEnabled },
  };
}

export function newSessionBody(
  { token, session, member }: NewSession,
  totpEnabled: boolean,
): BodyOf<typeof NewSessionSchema> {
  return { token, ...sessionBody(session, member, totpEnabled) };
}

export const SecondFactorSchema = closed({
  secret: Type.String({
    description: 'Base32, for the authenticator app. Returned only once.',
    examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
  otpauth_url: Type.String({
    description: 'The same secret as a URL, for a link or a QR code.',
    examples: ['otpauth://totp/Assay:ana%40example.com?issuer=Assay&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  }),
});
export const RecoveryCodesSchema = closed({
  recovery_codes: Type.Array(Type.String({ description: 'Can be used once.', examples: ['mfrggzdfmztwq2lknnwg23tp'] })),
});

export const MemberSchema = closed(
  {
    id: Type.String({ description: 'Prefix usr_.' }),
    email: Type.String(),
    role: RoleSchema,
    status: oneOf(['active', 'invited'], { description: 'invited: has no password yet.' }),
    created_at: time(),
  },
  { $id: 'Member', description: 'A member who may log in to the dashboard.' },
);

export function memberBody({ id, email, role, status, createdAt }: ListedMember): BodyOf<typeof MemberSchema> {
  return { id, email, role, status, created_at: isoTime(createdAt) };
}

export const InvitationSchema = closed(
  {
    id: Type.String({ description: 'Prefix usr_.' }),
    email: Type.String(),
    role: RoleSchema,
    invitation_url: Type.String({
      description: 'Can be used once, within seven days. Returned only once.',
      examples: [`https://risk.example.com/#/invitation?token=${LINK_TOKEN}`],
    }),
    invitation_token: Type.String({ description: 'The token of that URL.', examples: [LINK_TOKEN] }),
  },
  { $id: 'Invitation', description: 'A member and the link with which they set a password.' },
);

export function invitationBody(
  { id, email, role }: Member,
  url: string,
  token: string,
): BodyOf<typeof InvitationSchema> {
  return { id, email, role, invitation_url: url, invitation_token: token };
}

export const OwnSessionSchema = closed(
  {
    id: Type.String({ description: 'Prefix ses_.' }),
    created_at: time(),
    last_used_at: time('Accurate to the minute.'),
    expires_at: time('When the session ends, whether it is used or not.'),
    is_current: Type.Boolean({ description: 'Whether this request uses the session.' }),
  },
  { $id: 'OwnSession', description: 'A dashboard session of the requesting member.' },
);

export function ownSessionBody(
  { id, createdAt, lastUsedAt, expiresAt }: Session,
  currentId: string,
): BodyOf<typeof OwnSessionSchema> {
  return {
    id,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
    is_current: id === currentId,
  };
}
