// Every version of the policy, whole, and what changed from one to another.
import { Select } from '@mantine/core';
import type { Policy, Thresholds } from '../api/control-types.ts';
import { useList, useOne } from '../api/read.ts';
import { Await } from '../components/Feedback.tsx';
import { Card, Facts } from '../components/Page.tsx';
import { Pager } from '../components/Pager.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { changesBetween } from './draft.ts';
import { ruleText } from './rule-text.ts';
import classes from './VersionsTab.module.css';

interface VersionItem {
  version: number;
  thresholds?: Thresholds;
  updated_at?: string;
  created_at?: string;
  updated_by?: unknown;
}

/** Who changed something, however the service says it. */
export function actorText(actor: unknown): string {
  if (typeof actor === 'string') return actor;
  if (typeof actor !== 'object' || actor === null) return 'the service';
  const { email, name, id } = actor as Record<string, unknown>;
  return String(email ?? name ?? id ?? 'the service');
}

export function VersionsTab({ policy }: { policy: Policy }) {
  const environment = useEnvironment();
  const filters = useFilters();
  const cursor = filters.one('cursor');
  const read = useList<VersionItem>(environmentPath(environment, '/policy/versions'), cursor === '' ? {} : { cursor });
  const version = Number(filters.one('version')) || policy.version;
  const against = Number(filters.one('against')) || Math.max(1, version - 1);
  return (
    <div className={classes.sides}>
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
                      <span className="soft small">
                        {actorText(item.updated_by)},{' '}
                        <Timestamp at={item.updated_at ?? item.created_at} style="exact" />
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              <Pager list={list} onCursor={(next) => filters.set({ cursor: next })} />
            </>
          )}
        </Await>
      </Card>
      <Version
        version={version}
        against={against}
        highest={policy.version}
        onAgainst={(value) => filters.set({ version: String(version), against: value, cursor: cursor || undefined })}
      />
    </div>
  );
}

interface VersionProps {
  version: number;
  against: number;
  highest: number;
  onAgainst: (version: string) => void;
}

function Version({ version, against, highest, onAgainst }: VersionProps) {
  const environment = useEnvironment();
  const read = useOne<Policy>(environmentPath(environment, `/policy/versions/${version}`));
  const before = useOne<Policy>(environmentPath(environment, `/policy/versions/${against}`));
  const numbers = Array.from({ length: Math.min(highest, 200) }, (_, index) => String(highest - index));
  return (
    <Card title={`Version ${version}`}>
      <Await read={read}>
        {({ data }) => (
          <div className="stack">
            <Facts
              facts={[
                ['Changed', <Timestamp key="at" at={data.updated_at} style="both" />],
                ['By', actorText(data.updated_by)],
                ['Allow up to', data.thresholds.allow_max],
                ['Monitor up to', data.thresholds.monitor_max],
                ['Challenge up to', data.thresholds.challenge_max],
              ]}
            />
            {version > 1 && (
              <Select
                label="What changed since version"
                className={classes.against}
                data={numbers.filter((number) => number !== String(version))}
                value={String(against)}
                allowDeselect={false}
                onChange={(value) => value !== null && onAgainst(value)}
              />
            )}
            {version > 1 && before.data !== undefined && <Changes changes={changesBetween(before.data.data, data)} />}
            <div className="stack tight">
              <h3 className={classes.heading}>Rules</h3>
              {data.rules.length === 0 && <p className="soft">None.</p>}
              <ol className="stack tight">
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

function Changes({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return <p className="soft">Nothing: the two are alike.</p>;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
