// Every version of the policy, and the differences between two versions.
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { withQuery } from '../api/client.ts';
import type { Policy, Thresholds } from '../api/control-types.ts';
import { useChange, useList, useOne } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { actorText } from '../components/actor.ts';
import { CommentField } from '../components/CommentField.tsx';
import { useConfirm } from '../components/Confirm.tsx';
import { Await, NotRead } from '../components/Feedback.tsx';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { Card, DescriptionList } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { changesBetween, weakens } from './draft.ts';
import { ruleText } from './rule-text.ts';
import { THRESHOLDS } from './thresholds.ts';
import classes from './VersionsTab.module.css';

interface VersionItem {
  version: number;
  thresholds?: Thresholds;
  updated_at?: string;
  created_at?: string;
  updated_by?: unknown;
  comment: string | null;
}

export function VersionsTab({ policy }: { policy: Policy }) {
  const environment = useEnvironment();
  const filters = useFilters();
  const cursor = filters.one('cursor');
  const read = useList<VersionItem>(environmentPath(environment, '/policy/versions'), cursor === '' ? {} : { cursor });
  const version = Number(filters.one('version')) || policy.version;
  const against = Number(filters.one('against')) || Math.max(1, version - 1);
  return (
    <div className={classes.layout}>
      <Card title="Versions" flush>
        <Await read={read}>
          {(list) => (
            <>
              <ol className={classes.versions}>
                {list.data.map((item) => (
                  <li key={item.version}>
                    <button
                      type="button"
                      className={classes.version}
                      aria-current={item.version === version}
                      onClick={() =>
                        filters.set({ version: String(item.version), against: undefined, cursor: cursor || undefined })
                      }
                    >
                      <strong>Version {item.version}</strong>
                      {item.version === policy.version && ' (active)'}
                      <span className="muted small">
                        {actorText(item.updated_by)},{' '}
                        <Timestamp at={item.updated_at ?? item.created_at} format="absolute" />
                      </span>
                      {item.comment !== null && <span className={`small ${classes.comment}`}>{item.comment}</span>}
                    </button>
                  </li>
                ))}
              </ol>
              <Pager list={list} onCursor={(next) => filters.set({ cursor: next })} />
            </>
          )}
        </Await>
      </Card>
      <VersionCard
        version={version}
        against={against}
        active={policy}
        onAgainst={(value) => filters.set({ version: String(version), against: value, cursor: cursor || undefined })}
      />
    </div>
  );
}

interface VersionCardProps {
  version: number;
  against: number;
  active: Policy;
  onAgainst: (version: string) => void;
}

function VersionCard({ version, against, active, onAgainst }: VersionCardProps) {
  const environment = useEnvironment();
  const read = useOne<Policy>(environmentPath(environment, `/policy/versions/${version}`));
  const before = useOne<Policy>(environmentPath(environment, `/policy/versions/${against}`));
  const numbers = Array.from({ length: Math.min(active.version, 200) }, (_, index) => String(active.version - index));
  return (
    <Card title={`Version ${version}`}>
      <Await read={read}>
        {({ data }) => (
          <div className="stack">
            <DescriptionList
              items={[
                ['Changed', <Timestamp key="at" at={data.updated_at} format="both" />],
                ['By', actorText(data.updated_by)],
                [
                  'Comment',
                  data.comment ?? (
                    <span key="none" className="muted">
                      None
                    </span>
                  ),
                ],
                ...THRESHOLDS.map(({ name, label }) => [label, data.thresholds[name]] as const),
              ]}
            />
            <Restore version={data} active={active} />
            {version > 1 && (
              <Select
                label="Changes since version"
                className={classes.against}
                data={numbers.filter((number) => number !== String(version))}
                value={String(against)}
                allowDeselect={false}
                onChange={(value) => value !== null && onAgainst(value)}
              />
            )}
            {version > 1 && <NotRead what={`Version ${against}`} reads={[before]} />}
            {version > 1 && before.data !== undefined && <Changes changes={changesBetween(before.data.data, data)} />}
            <div className="stack compact">
              <h3 className={classes.heading}>Rules</h3>
              {data.rules.length === 0 && <p className="muted">None.</p>}
              <ol className="stack compact">
                {data.rules.map((rule) => (
                  <li key={rule.id}>
                    <strong>
                      {rule.priority} {rule.name}.
                    </strong>{' '}
                    {ruleText(rule)}
                  </li>
                ))}
              </ol>
            </div>
          </div>
        )}
      </Await>
    </Card>
  );
}

function Restore({ version, active }: { version: Policy; active: Policy }) {
  const environment = useEnvironment();
  const mayChange = useMay('change_policy');
  const confirm = useConfirm();
  const run = useOneAtATime();
  const path = environmentPath(environment, '/policy');
  const change = useChange<One<Policy>>([path]);
  const [comment, setComment] = useState('');
  if (!mayChange || version.version === active.version) return null;
  const restore = async () => {
    const confirmed = await confirm({
      title: `Restore version ${version.version}?`,
      body: <WhatChanges active={active} version={version} />,
      weakens: weakens(active, version),
      action: 'Restore version',
      environment,
    });
    if (!confirmed) return;
    const headers = { 'if-match': `"${active.version}"` };
    const restorePath = `${path}/versions/${version.version}/restore`;
    await change
      .mutateAsync({
        method: 'POST',
        path: withQuery(restorePath, { comment: comment.trim() }),
        headers,
        replaces: path,
      })
      .then(({ data }) => notifySuccess(`Version ${version.version} is restored as version ${data.version}.`))
      .catch((error) => notifyError('Version not restored', error));
  };
  return (
    <div className="stack compact">
      <CommentField comment={comment} onChange={setComment} />
      <Button
        size="xs"
        variant="default"
        className={classes.restore}
        loading={change.isPending}
        onClick={() => void run(restore)}
      >
        Restore version {version.version}
      </Button>
    </div>
  );
}

/** The change that a member confirms: every difference from the active policy. */
function WhatChanges({ active, version }: { active: Policy; version: Policy }) {
  return (
    <div className="stack compact">
      <Changes changes={changesBetween(active, version)} />
      <p>
        These thresholds and rules become version {active.version + 1} and decide from the next event. Version{' '}
        {active.version} stays in this list.
      </p>
    </div>
  );
}

function Changes({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return <p className="muted">No differences.</p>;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
