// Traits that changed, with their old and new values.
import type { Change } from '../api/types.ts';
import { IconArrowRight } from '../components/icons.ts';
import { Tag } from '../components/Tags.tsx';
import { traitName, traitValue } from '../components/wording.ts';
import classes from './Changes.module.css';

export function Changes({
  title,
  changes,
}: {
  title: string;
  changes: readonly (Change & { severity?: 'hard' | 'soft' })[];
}) {
  return (
    <div>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <li key={change.signal}>
            <span className={classes.name}>
              {traitName(change.signal)} {change.severity === 'hard' && <Tag tone="negative">Rules out a match</Tag>}
            </span>
            <span className={classes.values}>
              <del>{traitValue(change.from) || 'none'}</del> <IconArrowRight size={14} aria-label="changed to" />{' '}
              <ins>{traitValue(change.to) || 'none'}</ins>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
