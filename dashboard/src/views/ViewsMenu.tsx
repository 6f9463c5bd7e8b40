// The saved views of a list: opens a view, saves the current filters and columns as a new one, and manages views.
import { Button, Checkbox, Menu, Modal } from '@mantine/core';
import { useState } from 'react';
import { VIEW_LIMITS, type ViewList } from '../../../src/vocabulary/saved-views.ts';
import { useChange, useList } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import type { SavedView } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { DialogForm } from '../components/DialogForm.tsx';
import { EmptyState } from '../components/Feedback.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { IconChevronDown } from '../components/icons.ts';
import { NameField } from '../components/NameField.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { useReturnFocus } from '../components/return-focus.ts';
import { LAYOUT_PARAMETERS } from '../events/layout.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { type Filters, type Search, stringifySearch } from '../shell/filters.ts';
import { screenHref } from '../shell/links.ts';
import classes from './ViewsMenu.module.css';

/** The parameters of an address that a view saves: all except the page and the live tail. */
function savedQuery(search: Search): Record<string, string[]> {
  const { cursor: _, tail: __, ...query } = search;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()]));
}

/** Whether the address shows the view. A view saved without columns is shown with the reader's own. */
function isOpen({ query }: SavedView, current: Record<string, string[]>): boolean {
  const shown =
    query.columns === undefined
      ? Object.entries(current).filter(([name]) => !(LAYOUT_PARAMETERS as readonly string[]).includes(name))
      : Object.entries(current);
  const text = (entries: [string, string[]][]) =>
    stringifySearch(Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b))));
  return text(Object.entries(query)) === text(shown);
}

export function ViewsMenu({ list, filters }: { list: ViewList; filters: Filters }) {
  const environment = useEnvironment();
  const maySave = useMay('save_views');
  const path = environmentPath(environment, '/views');
  const read = useList<SavedView>(path, { limit: 100 });
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = (read.data?.data ?? []).filter((view) => view.list === list).toReversed();
  const active = views.find((view) => isOpen(view, savedQuery(filters.search)));
  if (!maySave && views.length === 0 && read.error === null) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.target}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            <span className={classes.name}>{active === undefined ? 'Views' : `View: ${active.name}`}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {views.map((view) => (
            <Menu.Item key={view.id} component="a" href={screenHref(environment, list, view.query)}>
              {view.name}
              {view.shared && <span className="muted small"> shared</span>}
            </Menu.Item>
          ))}
          {read.data === undefined && read.error !== null ? (
            <Menu.Item closeMenuOnClick={false} onClick={() => void read.refetch()}>
              Saved views could not be read. Try again
            </Menu.Item>
          ) : (
            views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>
          )}
          {maySave && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setDialog('save')}>Save this view…</Menu.Item>
              {views.length > 0 && <Menu.Item onClick={() => setDialog('manage')}>Manage views…</Menu.Item>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && (
        <SaveDialog list={list} views={views} filters={filters} path={path} onClose={() => setDialog(null)} />
      )}
      {dialog === 'manage' && (
        <ManageDialog views={views} filters={filters} path={path} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

interface DialogProps {
  /** The views of the list. */
  views: readonly SavedView[];
  filters: Filters;
  path: string;
  onClose: () => void;
}

function SaveDialog({ list, views, filters, path, onClose }: DialogProps & { list: ViewList }) {
  const me = useSession()?.user.id;
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const change = useChange([path]);
  // The saved view itself is in the list before the dialog closes.
  const isTaken =
    !change.isPending &&
    !change.isSuccess &&
    views.some((view) => view.created_by.id === me && view.name === name.trim());
  const save = async () => {
    const body = { list, name: name.trim(), shared, query: savedQuery(filters.search) };
    await change.mutateAsync({ method: 'POST', path, body });
    notifySuccess(`View “${body.name}” saved.`);
    onClose();
  };
  return (
    <FormDialog onClose={onClose} title="Save this view">
      <DialogForm
        save={save}
        saving={change.isPending}
        action="Save view"
        incomplete={name.trim() === '' || isTaken}
        error={change.error}
      >
        <NameField
          placeholder="Blocked payments"
          maxLength={VIEW_LIMITS.name}
          data-autofocus
          value={name}
          onChange={setName}
          error={isTaken ? 'You have a view with this name. To replace it, choose “Manage views…”.' : undefined}
        />
        <Checkbox
          label="Share with all members"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      </DialogForm>
    </FormDialog>
  );
}

function ManageDialog({ views, filters, path, onClose }: DialogProps) {
  const me = useSession()?.user.id;
  const mayModerate = useMay('moderate');
  const confirm = useConfirm();
  const environment = useEnvironment();
  useReturnFocus();
  const change = useChange([path]);
  const mine = views.filter((view) => view.created_by.id === me || mayModerate);
  const update = (view: SavedView, body: Partial<SavedView>, done: string) =>
    change
      .mutateAsync({ method: 'PATCH', path: `${path}/${view.id}`, body })
      .then(() => notifySuccess(done))
      .catch((error) => notifyError('View not changed', error));
  const remove = async (view: SavedView) => {
    const body = view.shared ? 'All members lose it.' : 'Only you see it.';
    const title = `Delete the view “${view.name}”?`;
    if (!(await confirm({ title, body, action: 'Delete view', danger: true, environment }))) return;
    await change
      .mutateAsync({ method: 'DELETE', path: `${path}/${view.id}`, removes: view.id })
      .then(() => notifySuccess('View deleted.'))
      .catch((error) => notifyError('View not deleted', error));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Saved views"
      size="lg"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {mine.length === 0 && <EmptyState title="You have no views to change" />}
      <ul className="stack">
        {mine.map((view) => (
          <li key={view.id} className="stack compact">
            <strong className="chosen-name">{view.name}</strong>
            {view.created_by.id !== me && <span className="muted small">by {view.created_by.name}</span>}
            <div className="row">
              <Checkbox
                label="Shared"
                aria-label={`Share ${view.name}`}
                checked={view.shared}
                onChange={(event) => {
                  const shared = event.currentTarget.checked;
                  void update(view, { shared }, shared ? 'All members see the view.' : 'Only its owner sees the view.');
                }}
              />
              <Button
                size="xs"
                variant="default"
                aria-label={`Replace ${view.name} with the current list`}
                onClick={() => void update(view, { query: savedQuery(filters.search) }, 'View replaced.')}
              >
                Replace with current list
              </Button>
              <Button size="xs" variant="subtle" aria-label={`Delete ${view.name}`} onClick={() => void remove(view)}>
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
