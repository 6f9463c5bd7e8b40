// What stands where content is not: loading, nothing yet, or an error that says what happened and what to do.
import { Button } from '@mantine/core';
import { Problem } from '../api/client.ts';
import classes from './Feedback.module.css';
import { IconAlertTriangle } from './icons.ts';

/** Gray bars of the size of what will come, so that nothing jumps when it does. */
export function Loading({ rows = 6, height = '2.25rem' }: { rows?: number; height?: string }) {
  return (
    <div role="status" className={classes.loading} data-loading>
      <span className="hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
        <span key={row} className={classes.bar} style={{ height }} aria-hidden />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

export function explain(error: unknown): string {
  if (!(error instanceof Problem)) return error instanceof Error ? error.message : 'Something went wrong.';
  if (error.status === 403) return `${error.message} Ask an owner of your organization if you need this.`;
  if (error.status === 429) return `${error.message} Try again in ${error.retryAfter ?? 60} seconds.`;
  return error.message;
}

export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  const problem = error instanceof Problem ? error : null;
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className="grow">
        <p className={classes.failureTitle}>{problem?.title ?? 'Something went wrong'}</p>
        <p>{explain(error)}</p>
        {problem !== null && problem.issues.length > 0 && (
          <ul className={classes.places}>
            {problem.issues.map((place) => (
              <li key={`${place.pointer} ${place.code}`}>
                <code className="mono">{place.pointer}</code> {place.detail}
              </li>
            ))}
          </ul>
        )}
        {problem?.requestId && <p className="small soft">Request id for support: {problem.requestId}</p>}
      </div>
      {again !== undefined && (
        <Button variant="default" size="xs" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface ReadState<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** The three states of a read in one place: content when there is any, otherwise the error or the bars. */
export function Await<T>(props: {
  read: ReadState<T>;
  loading?: React.ReactNode;
  children: (data: T) => React.ReactNode;
}) {
  const { read, loading, children } = props;
  if (read.data !== undefined && !(read.error instanceof Problem && read.error.status < 500 && read.error.status > 0)) {
    return (
      <>
        {read.error !== null && <Failure error={read.error} again={() => void read.refetch()} />}
        {children(read.data)}
      </>
    );
  }
  if (read.error !== null) return <Failure error={read.error} again={() => void read.refetch()} />;
  return loading ?? <Loading />;
}
