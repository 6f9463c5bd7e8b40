// The members of the organization and their roles.
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { ROLES, type Role } from '../../../src/vocabulary/words.ts';
import type { Member } from '../api/control-types.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { Await } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card, Page } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { humanize, ROLE_TEXT } from '../components/wording.ts';
import { InviteDialog, MEMBERS, PasswordLink } from './invitations.tsx';

export function MembersScreen() {
  const owner = useMay('manage_members');
  const [inviting, setInviting] = useState(false);
  const read = useList<Member>(MEMBERS, { limit: 100 });
  return (
    <Page
      title="Members"
      description="Members can change what is blocked. Give each member only the access they need."
      actions={owner && <Button onClick={() => setInviting(true)}>Invite member</Button>}
    >
      <Card flush>
        <Await read={read}>
          {(list) => <ListTable caption="Members" rows={list.data} rowKey={(row) => row.id} columns={columns(owner)} />}
        </Await>
      </Card>
      {!owner && <p className="muted">Only owners can invite, change and remove members.</p>}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function columns(owner: boolean): Column<Member>[] {
  const all: Column<Member>[] = [
    { name: 'Email', cell: (row) => <strong className="chosen-name">{row.email}</strong> },
    { name: 'Role', cell: (row) => (owner ? <RoleSelect member={row} /> : (ROLE_TEXT[row.role]?.name ?? row.role)) },
    {
      name: 'Status',
      hideBelow: 'narrow',
      cell: (row) => (row.status ? humanize(row.status) : 'Active'),
    },
    { name: 'Added', hideBelow: 'narrow', cell: (row) => <Timestamp at={row.created_at} /> },
  ];
  if (!owner) return all;
  return [
    ...all,
    { name: 'Password link', cell: (row) => <PasswordLink member={row} /> },
    { name: 'Remove', cell: (row) => <RemoveButton member={row} /> },
  ];
}

function RoleSelect({ member }: { member: Member }) {
  const confirm = useConfirm();
  const change = useChange([MEMBERS]);
  const setRole = async (role: Role) => {
    if (role === member.role) return;
    const confirmed = await confirm({
      title: `Change the role of ${member.email} to ${ROLE_TEXT[role].name.toLowerCase()}?`,
      body: `Access: ${ROLE_TEXT[role].access}. The change applies from the next request on.`,
      action: 'Change role',
      danger: true,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'PATCH', path: `${MEMBERS}/${member.id}`, body: { role } })
      .then(() => notifySuccess('Role changed.'))
      .catch((error) => notifyError('Role not changed', error));
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

function RemoveButton({ member }: { member: Member }) {
  const session = useSession();
  const confirm = useConfirm();
  const change = useChange([MEMBERS]);
  if (session?.user.id === member.id) return <span className="muted">Your account</span>;
  const remove = async () => {
    const confirmed = await confirm({
      title: `Remove ${member.email}?`,
      body: 'All their sessions are revoked immediately. Their actions stay in the audit log.',
      action: 'Remove member',
      danger: true,
    });
    if (!confirmed) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `${MEMBERS}/${member.id}`, removes: member.id })
      .then(() => notifySuccess('Member removed.'))
      .catch((error) => notifyError('Member not removed', error));
  };
  return (
    <Button size="xs" variant="default" loading={change.isPending} onClick={() => void remove()}>
      Remove<span className="visually-hidden"> {member.email}</span>
    </Button>
  );
}
