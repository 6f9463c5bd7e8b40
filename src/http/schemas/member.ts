// What members and their sessions look like outside.
import Type from 'typebox';
import type { ListedMember } from '../../records/members.ts';
import type { Member, Session } from '../../records/sessions.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { ROLES } from '../../vocabulary/words.ts';
import { closed, oneOf, time } from './schema.ts';

/** One @ with something before and a host after: what is really an address only a mail can tell. */
export const EmailSchema = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]{1,64}@[^\\s@]{1,255}$',
  description: 'An e-mail address, compared without case.',
});
/** Not looked at closely: what is no address belongs to nobody. */
export const LoginEmailSchema = Type.String({ minLength: 3, maxLength: 254, description: 'Compared without case.' });
export const PasswordSchema = Type.String({ minLength: 1, maxLength: 1_024 });
/** Six digits, or a recovery code. */
export const SecondFactorCodeSchema = Type.String({ minLength: 6, maxLength: 32 });
export const NewPasswordSchema = Type.String({
  minLength: 10,
  maxLength: 1_024,
  description: 'At least 10 characters; a sentence is best.',
});

export const RoleSchema = oneOf(ROLES, {
  description:
    'owner: everything. admin: all but members. analyst: read, outcomes, device trust, simulator. viewer: read.',
});

export const UserSchema = closed({
  id: Type.String({ description: 'Prefix usr_.' }),
  email: Type.String(),
  role: RoleSchema,
  organization_id: Type.String(),
  totp_enabled: Type.Boolean({ description: 'Whether log-in asks for a second factor.' }),
});
export const SESSION_FIELDS = { expires_at: time('The session ends then, used or not.'), user: UserSchema };
export const NewSessionSchema = closed({
  data: closed({ token: Type.String({ description: 'Shown once.' }), ...SESSION_FIELDS }),
});

export function sessionBody(session: Session, { id, email, role, organizationId }: Member, totpEnabled: boolean) {
  const user = { id, email, role, organization_id: organizationId, totp_enabled: totpEnabled };
  return { expires_at: isoTime(session.expiresAt), user };
}

export const MemberSchema = closed(
  {
    id: Type.String({ description: 'Prefix usr_.' }),
    email: Type.String(),
    role: RoleSchema,
    status: oneOf(['active', 'invited'], { description: 'invited: has no password yet.' }),
    created_at: time(),
  },
  { $id: 'Member', description: 'Somebody who may log in to the dashboard.' },
);

export function memberBody({ id, email, role, status, createdAt }: ListedMember) {
  return { id, email, role, status, created_at: isoTime(createdAt) };
}

export const InvitationSchema = closed(
  {
    id: Type.String({ description: 'Prefix usr_.' }),
    email: Type.String(),
    role: RoleSchema,
    invitation_url: Type.String({ description: 'Works once, for seven days. Shown this once.' }),
    invitation_token: Type.String({ description: 'The token within it.' }),
  },
  { $id: 'Invitation', description: 'A member and the link by which they set a password.' },
);

export const OwnSessionSchema = closed(
  {
    id: Type.String({ description: 'Prefix ses_.' }),
    created_at: time(),
    last_used_at: time('To the minute.'),
    expires_at: time('It ends then, used or not.'),
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { $id: 'OwnSession', description: 'A dashboard session of the member who asks.' },
);

export function ownSessionBody({ id, createdAt, lastUsedAt, expiresAt }: Session, currentId: string) {
  return {
    id,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
    is_current: id === currentId,
  };
}
