// Places the nodes of a neighborhood on rings around its start: each next to the node that it was reached from. Pure.
import type { Links } from '../api/types.ts';

export interface Point {
  x: number;
  y: number;
}

/** Radii of the rings; the picture is 2 × 330 wide. */
const RADII = [0, 150, 290] as const;

/** The point of each node, in the order of `nodes`. */
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
