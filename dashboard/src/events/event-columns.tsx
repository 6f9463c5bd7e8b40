// The columns of events, by name: every table of events takes its cells from here.
import type { Environment, EventItem } from '../api/types.ts';
import { ShortId } from '../components/Copy.tsx';
import type { Column } from '../components/ListTable.tsx';
import { DecisionTag, EvaluationTag, LevelTag, Score } from '../components/Tags.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { eventName, hasErasedAccount, LABEL_TEXT } from '../components/wording.ts';
import { accountHref, deviceHref, eventNetworkHref, screenHref } from '../shell/links.ts';
import classes from './EventTable.module.css';
import { COLUMN_TEXT, type ColumnName } from './layout.ts';
import { Reasons, WeightedSignals } from './Reasons.tsx';

type Cells = Record<ColumnName, Omit<Column<EventItem>, 'name'>>;

/** The event itself and these columns. */
export function eventColumns(environment: Environment, names: readonly ColumnName[]): Column<EventItem>[] {
  const cells: Cells = { ...assessmentCells(environment, names), ...sourceCells(environment), ...reviewCells() };
  return [
    { name: 'Event', nowrap: true, cell: (row) => <span className={classes.type}>{eventName(row.event_type)}</span> },
    ...names.map((name) => ({ name: COLUMN_TEXT[name], ...cells[name] })),
  ];
}

/** The decision, the assessment, and the policy and rule that decided. */
function assessmentCells(environment: Environment, names: readonly ColumnName[]) {
  return {
    decision: {
      unlabeled: true,
      cell: (row) => <DecisionCell row={row} evaluated={!names.includes('evaluation')} />,
    },
    default_decision: { cell: ({ risk }) => <DecisionTag decision={risk.default_decision} /> },
    score: { unlabeled: true, cell: ({ risk }) => <Score score={risk.score} level={risk.level} /> },
    level: { cell: ({ risk }) => <LevelTag level={risk.level} /> },
    reasons: { unlabeled: true, cell: ({ risk }) => <Reasons codes={risk.signals.map(({ code }) => code)} /> },
    signals: { cell: ({ risk }) => <WeightedSignals signals={risk.signals} /> },
    rule: {
      cell: ({ risk: { matched_rule: rule } }) =>
        rule === null ? (
          <None />
        ) : (
          <a
            href={screenHref(environment, 'events', { rule_id: rule.id })}
            title={`Events that “${rule.name}” decided`}
          >
            {rule.name}
          </a>
        ),
    },
    policy: {
      cell: ({ risk: { policy_version: version } }) => (
        <a href={screenHref(environment, 'policy', { tab: 'versions', version })}>v{version}</a>
      ),
    },
  } satisfies Partial<Cells>;
}

/** The account and the source of the event. */
function sourceCells(environment: Environment) {
  return {
    account: {
      unlabeled: true,
      cell: (row) => <AccountCell row={row} environment={environment} />,
    },
    device: {
      hideBelow: 'medium',
      nowrap: true,
      cell: ({ device }) => (
        <a href={deviceHref(environment, device.id)}>
          <ShortId id={device.id} />
        </a>
      ),
    },
    session: {
      nowrap: true,
      cell: ({ session }) => (
        <a href={screenHref(environment, 'events', { session_id: session.id })}>
          <ShortId id={session.id} />
        </a>
      ),
    },
    address: {
      hideBelow: 'medium',
      nowrap: true,
      cell: ({ id, ip_masked: address }) =>
        address === null ? (
          <span className="muted">Unknown</span>
        ) : (
          <a href={eventNetworkHref(environment, id)} className="mono nowrap" title={address}>
            {shortAddress(address)}
          </a>
        ),
    },
  } satisfies Partial<Cells>;
}

/** The event's review: its label, evaluation and assignee, and its time. */
function reviewCells() {
  return {
    evaluation: { hideBelow: 'medium', nowrap: true, cell: (row) => <EvaluationTag evaluation={row.evaluation} /> },
    label: { nowrap: true, cell: ({ label }) => (label === null ? <None /> : LABEL_TEXT[label]) },
    assigned: { hideBelow: 'medium', cell: (row) => row.assigned_to?.name ?? <span className="muted">Nobody</span> },
    time: { unlabeled: true, nowrap: true, cell: (row) => <Timestamp at={row.created_at} /> },
  } satisfies Partial<Cells>;
}

/** The decision, and in a table without evaluations the event's evaluation if it has one; most events have none. */
function DecisionCell({ row, evaluated }: { row: EventItem; evaluated: boolean }) {
  return (
    <span className={classes.decision}>
      <DecisionTag decision={row.risk.decision} />
      {evaluated && row.evaluation !== 'inconclusive' && <EvaluationTag evaluation={row.evaluation} />}
    </span>
  );
}

function AccountCell({ row, environment }: { row: EventItem; environment: Environment }) {
  const id = row.external_account_id;
  if (id === null) return hasErasedAccount(row) ? <span className="muted">Erased account</span> : <None />;
  return (
    <a href={accountHref(environment, id)} className={classes.account} title={id}>
      {id}
    </a>
  );
}

/** The /64 network of an IPv6 address, `2001:db8:1:2…`: the rest changes on every visit of a device and would make rows wrap. */
function shortAddress(masked: string): string {
  const groups = masked.split(':');
  return groups.length > 5 ? `${groups.slice(0, 4).join(':')}…` : masked;
}

function None() {
  return <span className="muted">None</span>;
}
