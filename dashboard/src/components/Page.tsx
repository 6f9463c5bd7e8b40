// The layout of a screen: heading, actions and cards. Sets the tab's title.
import { useEffect } from 'react';
import { useMaybeEnvironment } from '../shell/environment.ts';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** One line under the title that says what the screen is for. */
  description?: React.ReactNode;
  actions?: React.ReactNode;
  children: React.ReactNode;
}

export function Page({ title, description, actions, children }: PageProps) {
  const environment = useMaybeEnvironment();
  useEffect(() => {
    document.title = environment ? `${environment.kind.toUpperCase()} · ${title} · Assay` : `${title} · Assay`;
  }, [environment, title]);
  return (
    <div className="stack">
      <header className={classes.header}>
        <div className="grow">
          <h1 className={classes.title}>{title}</h1>
          {description !== undefined && <p className="muted">{description}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: string;
  /** Shown to the right of the title. */
  aside?: React.ReactNode;
  children: React.ReactNode;
  /** No inner padding, for tables that extend to the edge. */
  flush?: boolean;
  level?: 2 | 3;
}

export function Card({ title, aside, children, flush = false, level = 2 }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={classes.card} aria-label={title}>
      {title !== undefined && (
        <div className={classes.cardHeader}>
          <Heading className={classes.cardTitle}>{title}</Heading>
          {aside}
        </div>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}

/** Terms with their values, aligned in two columns. */
export function DescriptionList({ items }: { items: readonly (readonly [term: string, value: React.ReactNode])[] }) {
  return (
    <dl className={classes.descriptionList}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
