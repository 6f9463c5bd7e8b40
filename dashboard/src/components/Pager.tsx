// Pages through a keyset-paginated list; the cursor is in the address. The n and p keys go to the next and previous page.
// The labels are not “older” and “newer” because half of the lists can be sorted by score or size.
import { Button } from '@mantine/core';
import type { List } from '../api/types.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { IconChevronLeft, IconChevronRight } from './icons.ts';
import classes from './Pager.module.css';

interface PagerProps {
  list: List<unknown>;
  onCursor: (cursor: string | undefined) => void;
  busy?: boolean;
  /** The name of a second list on the screen; the keys page through the first. */
  name?: string;
  /** Shown next to the buttons. */
  aside?: React.ReactNode;
}

export function Pager({ list, onCursor, busy = false, name, aside }: PagerProps) {
  const { next_cursor: next, prev_cursor: previous } = list.meta;
  const keys = {
    n: () => next !== null && onCursor(next),
    p: () => previous !== null && onCursor(previous),
  };
  useShortcuts(name === undefined ? keys : {});
  if (next === null && previous === null) return null;
  return (
    <nav className={classes.pager} aria-label={name === undefined ? 'Pages' : `Pages of ${name}`} aria-busy={busy}>
      {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      <Button variant="default" size="xs" disabled={previous === null} onClick={() => onCursor(undefined)}>
        First
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={previous === null}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        onClick={() => previous !== null && onCursor(previous)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        onClick={() => next !== null && onCursor(next)}
      >
        Next
      </Button>
    </nav>
  );
}
