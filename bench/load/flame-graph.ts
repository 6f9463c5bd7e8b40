// Draws a CPU profile as a flame graph (B. Gregg, 2011) in SVG: a box is a function; its width is the time in it and its callees.

/** A V8 profile (`--cpu-prof`); times in microseconds. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

interface Frame {
  name: string;
  micros: number;
  children: Map<string, Frame>;
}

const WIDTH = 1_400;
const ROW = 17;
/** Narrower boxes are left out, pixels. */
const MIN_WIDTH = 1.5;
/** Width of a character of Courier at 11 pixels. */
const CHARACTER_WIDTH = 6.7;

/** Draws the profile's busy time; equal call stacks are merged. */
export function flameGraph({ nodes, samples, timeDeltas }: Profile, title: string): string {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const root: Frame = { name: title, micros: 0, children: new Map() };
  samples.forEach((sample, index) => {
    const stack: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id))
      stack.unshift(names.get(id) ?? '');
    if (stack.at(-1)?.startsWith('(idle)') !== true) add(root, stack.slice(1), timeDeltas[index] ?? 0);
  });
  const boxes = draw(root, 0, 0, WIDTH / root.micros);
  const height = (Math.max(...boxes.map(({ row }) => row)) + 1) * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="Courier, monospace" font-size="11">
${boxes.map(({ svg }) => svg).join('\n')}
</svg>
`;
}

/** Function and file name, without the path of the repository. */
function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const file = /([^/]+\/[^/]+)$/.exec(url)?.[1] ?? '';
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}`}`;
}

function add(root: Frame, stack: readonly string[], micros: number): void {
  let frame = root;
  frame.micros += micros;
  for (const name of stack) {
    const child = frame.children.get(name) ?? { name, micros: 0, children: new Map() };
    frame.children.set(name, child);
    child.micros += micros;
    frame = child;
  }
}

function draw(frame: Frame, row: number, x: number, scale: number): { row: number; svg: string }[] {
  const width = frame.micros * scale;
  if (width < MIN_WIDTH) return [];
  const hue = 10 + ([...frame.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 45);
  const text = escaped(frame.name.slice(0, Math.max(0, Math.floor(width / CHARACTER_WIDTH) - 1)));
  const share = ((width / WIDTH) * 100).toFixed(1);
  const boxes = [
    {
      row,
      svg: `<g><title>${escaped(frame.name)}: ${share} %</title><rect x="${x.toFixed(1)}" y="${row * ROW}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="hsl(${hue} 80% 70%)"/><text x="${(x + 3).toFixed(1)}" y="${row * ROW + 12}">${text}</text></g>`,
    },
  ];
  let left = x;
  for (const child of [...frame.children.values()].sort((a, b) => b.micros - a.micros)) {
    boxes.push(...draw(child, row + 1, left, scale));
    left += child.micros * scale;
  }
  return boxes;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
