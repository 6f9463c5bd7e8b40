// Places the nodes of a neighborhood on rings around its start and finds the nodes through which each is linked. Pure.
import type { Links } from '../api/types.ts';

export interface Point {
  x: number;
  y: number;
}

/** Radii of the rings; the picture is 2 × 330 wide. */
const RADII = [0, 150, 290] as const;

/** The position of each node, in the order of `nodes`. */
export function layout({ nodes, edges }: Pick<Links, 'nodes' | 'edges'>): Point[] {
  const parents = nodes.map((node, index) => {
    const linked = edges.flatMap(({ from, to }) => (from === index ? [to] : to === index ? [from] : []));
    return linked.find((other) => (nodes[other]?.distance ?? 0) < node.distance) ?? 0;
  });
  const inner = nodes.flatMap((node, index) => (node.distance === 1 ? [index] : []));
  // Siblings stay together: the outer ring is in the order of the inner one.
  const outer = nodes
    .flatMap((node, index) => (node.distance === 2 ? [index] : []))
    .sort((one, other) => inner.indexOf(parents[one] ?? 0) - inner.indexOf(parents[other] ?? 0) || one - other);
  const ring = (indexes: readonly number[], index: number) =>
    (indexes.indexOf(index) / Math.max(1, indexes.length)) * 2 * Math.PI;
  return nodes.map(({ distance }, index) => {
    const angle = (distance === 2 ? ring(outer, index) : ring(inner, index)) - Math.PI / 2;
    const radius = RADII[distance] ?? 0;
    return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) };
  });
}

/** The nodes through which a node two steps away is linked to the start; none for a direct neighbor. */
export function between({ nodes, edges }: Pick<Links, 'nodes' | 'edges'>, index: number): Links['nodes'] {
  if (nodes[index]?.distance !== 2) return [];
  return edges
    .flatMap(({ from, to }) => (from === index ? [to] : to === index ? [from] : []))
    .flatMap((other) => nodes[other] ?? [])
    .filter(({ distance }) => distance === 1);
}

/** The labels that fit on each ring, 76 px each. */
const MAX_LABELS = [1, 12, 24] as const;

/**
 * The nodes whose labels are drawn. On a crowded ring, only the accounts, which may be other victims, and the nodes that link
 * them.
 */
export function labeledNodes(links: Pick<Links, 'nodes' | 'edges'>): ReadonlySet<number> {
  const { nodes, edges } = links;
  const isAccount = (index: number) => nodes[index]?.kind === 'account';
  const leadsToAccount = (index: number) =>
    edges.some(({ from, to }) => {
      const other = from === index ? to : to === index ? from : 0;
      return nodes[other]?.distance === 2 && isAccount(other);
    });
  return new Set(
    MAX_LABELS.flatMap((room, distance) => {
      const ring = nodes.flatMap((node, index) => (node.distance === distance ? [index] : []));
      if (ring.length <= room) return ring;
      const matters = ring.filter((index) => isAccount(index) || (distance === 1 && leadsToAccount(index)));
      return matters.slice(0, room);
    }),
  );
}
