// The neighborhood of an account, a device or a network as nodes and edges.
import Type from 'typebox';
import type { Links } from '../../flows/links/read-links.ts';
import { LINKED_KINDS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, count, nullable, oneOf } from './schema.ts';

export const LinksSchema = closed(
  {
    nodes: Type.Array(
      closed({
        id: nullable(Type.String(), {
          description: 'An external account id, a device id or a network id; null for an erased account.',
        }),
        kind: oneOf(LINKED_KINDS),
        label: Type.String(),
        distance: count('Steps from the start.'),
        event_count: count(),
      }),
      {
        description: 'The start first, then by distance.',
        examples: [
          [
            { id: 'u_1', kind: 'account', label: 'u_1', distance: 0, event_count: 1 },
            {
              id: 'dev_01m7zweae9e0ttzdyss4193jta',
              kind: 'device',
              label: 'Chrome 147 on Windows',
              distance: 1,
              event_count: 1,
            },
          ],
        ],
      },
    ),
    edges: Type.Array(closed({ from: count(), to: count() }), {
      description: 'Positions in `nodes`.',
      examples: [[{ from: 0, to: 1 }]],
    }),
    truncated: Type.Boolean({ description: 'Whether a node has more neighbors than were followed.' }),
  },
  { $id: 'Links', description: 'What was seen together, within two steps.' },
);

export function linksBody({ nodes, edges, truncated }: Links): BodyOf<typeof LinksSchema> {
  return {
    nodes: nodes.map(({ id, kind, label, distance, eventCount }) => ({
      id,
      kind,
      label,
      distance,
      event_count: eventCount,
    })),
    edges: edges.map(([from, to]) => ({ from, to })),
    truncated,
  };
}
