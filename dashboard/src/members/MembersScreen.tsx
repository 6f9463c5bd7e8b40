// Who may use this dashboard, with which role, and the invitation of more.
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ROLES, type Role } from '../../../src/vocabulary/words.ts';
import type { Member } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { CodeBlock } from '../components/Copy.tsx';
import { Await, Failure } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { done, failed } from '../components/notice.ts';
import { Card, Page } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { ROLE_TEXT, spoken } from '../components/wording.ts';

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: `${ROLE_TEXT[value].name}: ${ROLE_TEXT[value].may}` }));
const MEMBERS = '/v1/members';

export function MembersScreen() {
  const owner = useMay('manage_members');
  const [inviting, setInviting] = useState(false);
  const read = useList<Member>(MEMBERS, { limit: 100 });
  return (
    <Page
      title="Members"
      about="Whoever has an account here can change what is blocked. Give each person the smallest role that does."
      actions={owner && <Button onClick={() => setInviting(true)}>Invite a member</Button>}
    >
      <Card flush>
        <Await read={read}>
          {(list) => <ListTable caption="Members" rows={list.data} keyOf={(row) => row.id} columns={columns(owner)} />}
        </Await>
      </Card>
      {!owner && <p className="soft">Only owners may invite, change and remove members.</p>}
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
}

function columns(owner: boolean): Column<Member>[] {
  const all: Column<Member>[] = [
    { name: 'E-mail', cell: (row) => <strong>{row.email}</strong> },
    { name: 'Role', cell: (row) => (owner ? <RoleSelect member={row} /> : (ROLE_TEXT[row.role]?.name ?? row.role)) },
    {
      name: 'Status',
      drop: 'narrow',
      cell: (row) => (row.status ? spoken(row.status) : <span className="soft">active</span>),
    },
    { name: 'Since', drop: 'narrow', cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  if (!owner) return all;
  return [
    ...all,
    { name: 'Password link', cell: (row) => <NewLink member={row} /> },
    { name: 'Remove', cell: (row) => <Remove member={row} /> },
  ];
}

function RoleSelect({ member }: { member: Member }) {
  const confirm = useConfirm();
  const change = useChange([MEMBERS]);
  const setRole = async (role: Role) => {
    if (role === member.role) return;
    const yes = await confirm({
      title: `Make ${member.email} ${ROLE_TEXT[role].name.toLowerCase()}?`,
      body: `May do: ${ROLE_TEXT[role].may}. It counts from the next request on.`,
      action: 'Change role',
      danger: true,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'PATCH', path: `${MEMBERS}/${member.id}`, body: { role } })
      .then(() => done('Role changed.'))
      .catch((error) => failed('The role was not changed', error));
  };
  return (
    <Select
      aria-label={`Role of ${member.email}`}
      size="xs"
      data={ROLES.map((value) => ({ value, label: ROLE_TEXT[value].name }))}
      value={member.role}
      allowDeselect={false}
      onChange={(value) => value !== null && void setRole(value as Role)}
    />
  );
}

function Remove({ member }: { member: Member }) {
  const session = useSession();
  const confirm = useConfirm();
  const change = useChange([MEMBERS]);
  if (session?.user.id === member.id) return <span className="soft">you</span>;
  const remove = async () => {
    const yes = await confirm({
      title: `Remove ${member.email}?`,
      body: 'All their sessions end at once. What they did stays in the audit log.',
      action: 'Remove member',
      danger: true,
    });
    if (!yes) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.id}` })
      .then(() => done('Member removed.'))
      .catch((error) => failed('The member was not removed', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void remove()}>
      Remove<span className="hidden"> {member.email}</span>
    </Button>
  );
}

/** For a lost password, second factor or invitation; nothing changes until the link is used. */
function NewLink({ member }: { member: Member }) {
  const [link, setLink] = useState<string | null>(null);
  const change = useChange<One<Member>>([]);
  const make = () =>
    change
      .mutateAsync({ method: 'POST', path: `${MEMBERS}/${member.id}/link` })
      .then(({ data }) => setLink(invitationLink(data)))
      .catch((error) => failed('The link was not made', error));
  return (
    <>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => void make()}>
        New link<span className="hidden"> for {member.email}</span>
      </Button>
      <Modal
        opened={link !== null}
        onClose={() => setLink(null)}
        title={`A new link for ${member.email}`}
        lockScroll={false}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
        size="lg"
      >
        <div className="stack">
          <p>
            <strong>Copy it now: it is shown this once and works once.</strong> By it they set a new password; a second
            factor is taken away.
          </p>
          <CodeBlock code={link ?? ''} what="the link" />
        </div>
      </Modal>
    </>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('analyst');
  const [invited, setInvited] = useState<Member | null>(null);
  const change = useChange<One<Member>>([MEMBERS]);
  const invite = async () => {
    const { data } = await change.mutateAsync({ method: 'POST', path: MEMBERS, body: { email, role } });
    setInvited(data);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={invited === null ? 'Invite a member' : 'Send them this link'}
      lockScroll={false}
      closeOnClickOutside={invited === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {invited !== null ? (
        <div className="stack">
          <p>
            <strong>Copy it now: it is shown this once and works once.</strong> {invited.email} opens it, chooses a
            password and is in.
          </p>
          <CodeBlock code={invitationLink(invited)} what="the invitation link" />
          <div>
            <Button onClick={onClose}>I have copied it</Button>
          </div>
        </div>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            invite().catch(() => undefined);
          }}
        >
          <TextInput
            label="E-mail"
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
          {change.error !== null && <Failure error={change.error} />}
          <div>
            <Button type="submit" loading={change.isPending}>
              Make the invitation link
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

/** The link below the hash, where the token reaches no server log. */
function invitationLink({ invitation_token: token, invitation_url: url }: Member): string {
  if (token === undefined) return url ?? '';
  return `${window.location.origin}/#/invitation?token=${encodeURIComponent(token)}`;
}
