// The neighborhood of an account, a device or a network: as a picture and as a list.
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ACTIVITY_LIMITS } from '../../../src/vocabulary/activity-limits.ts';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import { useOne } from '../api/read.ts';
import type { Environment, Links } from '../api/types.ts';
import { Await } from '../components/Feedback.tsx';
import { type Column, countColumn, ListTable } from '../components/ListTable.tsx';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { accountHref, deviceHref, networkHref } from '../shell/links.ts';
import classes from './LinksCard.module.css';
import { between, labeledNodes, layout } from './layout.ts';

type Node = Links['nodes'][number];
const KIND_NAME: Record<Node['kind'], string> = { account: 'Account', device: 'Device', network: 'Network' };

interface LinksCardProps {
  /** The starting node, as the API's parameter. */
  query: { account_id: string } | { device_id: string } | { network: string };
}

/** Loads the links only when the card is opened: most visits to a page do not need them. */
export function LinksCard({ query }: LinksCardProps) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Links"
      aside={
        <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide links' : 'Show links'}
        </Button>
      }
    >
      {open ? (
        <Neighborhood query={query} />
      ) : (
        <p className="muted">Accounts, devices and networks that were seen together, up to two steps away.</p>
      )}
    </Card>
  );
}

const [nearest, further] = ACTIVITY_LIMITS.neighbors;

function Neighborhood({ query }: LinksCardProps) {
  const environment = useEnvironment();
  const read = useOne<Links>(environmentPath(environment, '/links'), query);
  return (
    <Await read={read}>
      {({ data }) => (
        <div className={classes.layout}>
          <Picture environment={environment} links={data} />
          <div className="stack">
            <p className="small muted">
              {summary(data)}
              {data.truncated &&
                ` There are more; the nearest ${nearest} of each kind are followed, and ${further} from each of those.`}
            </p>
            <ListTable
              caption="Links"
              columns={COLUMNS}
              rows={linksOf(data)}
              rowKey={(row) => row.key}
              rowHref={(row) => nodeHref(environment, row)}
            />
          </div>
        </div>
      )}
    </Await>
  );
}

type Link = Node & { key: string; via: readonly Node[] };

/** Other accounts first, as they may be further victims or attackers; then by distance. */
function linksOf(links: Links): Link[] {
  const all = links.nodes.map((node, index) => ({ ...node, key: `${index} ${node.id}`, via: between(links, index) }));
  const rank = (node: Node) => (node.kind === 'account' ? 0 : node.distance);
  return all.slice(1).sort((one, other) => rank(one) - rank(other));
}

const COLUMNS: Column<Link>[] = [
  {
    name: 'Link',
    cell: (row) => (
      <>
        <strong>{row.label}</strong>
        <br />
        <span className="small muted">{KIND_NAME[row.kind]}</span>
      </>
    ),
  },
  { name: 'Via', cell: (row) => <Via nodes={row.via} /> },
  countColumn('Events', (row) => row.event_count),
];

/** The most nodes named in a cell: a shared office computer may be linked through all of its users. */
const MAX_VIA = 3;

function Via({ nodes }: { nodes: readonly Node[] }) {
  const environment = useEnvironment();
  if (nodes.length === 0) return <span className="muted">Directly</span>;
  return (
    <span>
      {nodes.slice(0, MAX_VIA).map((node, index) => (
        <span key={`${node.kind} ${node.id ?? index}`}>
          {index > 0 && ', '}
          {KIND_NAME[node.kind].toLowerCase()} <NodeLink node={node} href={nodeHref(environment, node)} />
        </span>
      ))}
      {nodes.length > MAX_VIA && <span className="muted"> and {nodes.length - MAX_VIA} more</span>}
    </span>
  );
}

/** Erased accounts have no page. */
function NodeLink({ node, href }: { node: Node; href: string | null }) {
  return href === null ? <span>{node.label}</span> : <a href={href}>{node.label}</a>;
}

function summary({ nodes }: Links): string {
  const of = (kind: Node['kind']) => nodes.slice(1).filter((node) => node.kind === kind).length;
  return `${formatCount(of('account'), 'account')}, ${formatCount(of('device'), 'device')} and ${formatCount(of('network'), 'network')}.`;
}

function nodeHref(environment: Environment, { kind, id }: Node): string | null {
  if (id === null) return null;
  if (kind === 'account') return accountHref(environment, id);
  return kind === 'device' ? deviceHref(environment, id) : networkHref(environment, id);
}

/** The picture. Its nodes need no keyboard access, because the list contains them as links. */
function Picture({ environment, links }: { environment: Environment; links: Links }) {
  const points = useMemo(() => layout(links), [links]);
  const labeled = useMemo(() => labeledNodes(links), [links]);
  return (
    <svg viewBox="-330 -330 660 660" className={classes.picture} role="img" aria-label={`Links: ${summary(links)}`}>
      {links.edges.map(({ from, to }) => (
        <line
          key={`${from} ${to}`}
          x1={points[from]?.x}
          y1={points[from]?.y}
          x2={points[to]?.x}
          y2={points[to]?.y}
          className={classes.edge}
        />
      ))}
      {links.nodes.map((node, index) => {
        const point = points[index] ?? { x: 0, y: 0 };
        const href = nodeHref(environment, node);
        const open = () => {
          if (href !== null) window.location.hash = href.slice(1);
        };
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the picture has the same links
          <g
            key={`${node.kind} ${node.id ?? `erased ${index}`}`}
            transform={`translate(${point.x} ${point.y})`}
            className={classes.node}
            data-kind={node.kind}
            data-start={index === 0}
            onClick={open}
          >
            <title>{`${KIND_NAME[node.kind]} ${node.label}, ${formatCount(node.event_count, 'event')}`}</title>
            <Shape kind={node.kind} />
            {labeled.has(index) && (
              <text y={22} textAnchor="middle">
                {shortened(node.label, node.distance < 2 ? 18 : 12)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Kinds differ in shape as well as in color. */
function Shape({ kind }: { kind: Node['kind'] }) {
  if (kind === 'account') return <circle r={9} />;
  if (kind === 'device') return <rect x={-9} y={-8} width={18} height={16} rx={2} />;
  return <polygon points="0,-10 10,8 -10,8" />;
}

function shortened(label: string, length: number): string {
  return label.length > length ? `${label.slice(0, length - 1)}…` : label;
}
