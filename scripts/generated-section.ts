// Replaces the generated part of a page that is otherwise written by hand.

interface Section {
  /** The page below `docs/`, for the error. */
  page: string;
  /** What the section has; the name of its markers. */
  name: string;
  /** The script that writes it. */
  script: string;
}

/** Returns the page with `content` between the two markers of the section. @throws Error when a marker is missing. */
export function withSection(text: string, { page, name, script }: Section, content: string): string {
  const [begin, end] = [`<!-- ${name}: written by scripts/${script} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${page} lacks the markers of its ${name}`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}
