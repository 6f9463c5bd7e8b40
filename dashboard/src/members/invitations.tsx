// Links that let a member set a password: for an invitation, or to replace a lost password. Each is shown once.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ROLES, type Role } from '../../../src/vocabulary/words.ts';
import type { Member } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import type { One } from '../api/types.ts';
import { CopiedButton } from '../components/CopiedButton.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { ErrorMessage } from '../components/Feedback.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { notifyError } from '../components/notifications.ts';
import { SubmitForm, useOneAtATime } from '../components/SubmitForm.tsx';
import { ROLE_TEXT } from '../components/wording.ts';

export const MEMBERS = '/v1/members';
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: `${ROLE_TEXT[value].name}: ${ROLE_TEXT[value].access}` }));

/** The token is after the hash, so that it never reaches a server log. */
function invitationLink({ invitation_token: token, invitation_url: url }: Member): string {
  if (token === undefined) return url ?? '';
  return `${window.location.origin}/#/invitation?token=${encodeURIComponent(token)}`;
}

/** Creates a link for a lost password, second factor or invitation; nothing changes until the member uses it. */
export function PasswordLink({ member }: { member: Member }) {
  const [link, setLink] = useState<string | null>(null);
  const change = useChange<One<Member>>([]);
  const run = useOneAtATime();
  const create = () =>
    change
      .mutateAsync({ method: 'POST', path: `${MEMBERS}/${member.id}/link` })
      .then(({ data }) => setLink(invitationLink(data)))
      .catch((error) => notifyError('Link not created', error));
  return (
    <>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void run(create)}>
        New link<span className="visually-hidden"> for {member.email}</span>
      </Button>
      <FormDialog
        opened={link !== null}
        onClose={() => setLink(null)}
        title={`New link for ${member.email}`}
        showsResult
        size="lg"
      >
        <div className="stack">
          <p>
            <strong>Copy the link now. It is shown only once and can be used once.</strong> The member sets a new
            password with it, and two-factor authentication is turned off for their account.
          </p>
          <CodeBlock code={link ?? ''} label="link" />
          <CopiedButton onClose={() => setLink(null)} />
        </div>
      </FormDialog>
    </>
  );
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Member | null>(null);
  return (
    <FormDialog
      onClose={onClose}
      title={invited === null ? 'Invite a member' : 'Send this link'}
      showsResult={invited !== null}
      size="lg"
    >
      {invited === null ? (
        <InviteForm onInvited={setInvited} />
      ) : (
        <div className="stack">
          <p>
            <strong>Copy the link now. It is shown only once and can be used once.</strong> {invited.email} opens it,
            chooses a password and is logged in.
          </p>
          <CodeBlock code={invitationLink(invited)} label="invitation link" />
          <CopiedButton onClose={onClose} />
        </div>
      )}
    </FormDialog>
  );
}

function InviteForm({ onInvited }: { onInvited: (member: Member) => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('analyst');
  const change = useChange<One<Member>>([MEMBERS]);
  const invite = async () => {
    const { data } = await change.mutateAsync({ method: 'POST', path: MEMBERS, body: { email, role } });
    onInvited(data);
  };
  return (
    <SubmitForm className="stack" save={invite}>
      <TextInput
        label="Email"
        type="email"
        required
        withAsterisk={false}
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label="Role"
        data={ROLE_OPTIONS}
        value={role}
        allowDeselect={false}
        onChange={(value) => setRole(value as Role)}
      />
      {change.error !== null && <ErrorMessage error={change.error} />}
      <div>
        <Button type="submit" loading={change.isPending}>
          Create invitation link
        </Button>
      </div>
    </SubmitForm>
  );
}
