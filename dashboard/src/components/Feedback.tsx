// Loading, empty and error states shown in place of content.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Problem } from '../api/client.ts';
import classes from './Feedback.module.css';
import { fieldName } from './field-name.ts';
import { IconAlertTriangle } from './icons.ts';
import { Outdated } from './outdated.ts';

/** Gray bars about the size of the expected content, so the layout does not shift when it arrives. */
export function Loading({ rows = 6, height = '2.25rem' }: { rows?: number; height?: string }) {
  return (
    <div role="status" className={classes.loading} data-loading>
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never reordered
        <span key={row} className={classes.bar} style={{ height }} aria-hidden />
      ))}
    </div>
  );
}

export function EmptyState({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

export function errorText(error: unknown): string {
  if (!(error instanceof Problem)) return error instanceof Error ? error.message : 'Something went wrong.';
  if (error.status === 403) return `${error.message} If you need access, ask an owner of your organization.`;
  if (error.status === 429) return `${error.message} Try again in ${error.retryAfter ?? 60} seconds.`;
  return error.message;
}

/** Removes the title from the start of a text: here it is already shown above. Notifications show the text alone. */
function withoutTitle(text: string, title: string): string {
  return text === title || text.startsWith(`${title}.`) ? text.slice(title.length + 1).trim() : text;
}

export function ErrorMessage({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const problem = error instanceof Problem ? error : null;
  const title = problem?.title ?? 'Something went wrong';
  const text = withoutTitle(errorText(error), title);
  const issues = problem?.issues ?? [];
  // The text of a problem often ends with that of an issue.
  const isRepeated = issues.some(({ detail }) => text.endsWith(detail));
  return (
    <div className={classes.error} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className="grow">
        <p className={classes.errorTitle}>{title}</p>
        {text !== '' && !isRepeated && <p>{text}</p>}
        {issues.length > 0 && (
          <ul className={classes.issues}>
            {issues.map((issue) => (
              <li key={`${issue.pointer} ${issue.code}`}>
                {issue.pointer !== '' && <strong>{fieldName(issue.pointer)}: </strong>}
                {issue.detail}
              </li>
            ))}
          </ul>
        )}
        {issues.length === 0 && problem?.requestId && (
          <p className="small muted">Request ID for support: {problem.requestId}</p>
        )}
      </div>
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </div>
  );
}

/**
 * A service that is down is asked three times, for several seconds. Above content that was read before, the error stays meanwhile, and
 * the button would seem to do nothing. A disabled button would lose the keyboard focus.
 */
function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await onRetry();
    setIsBusy(false);
  };
  return (
    <Button variant="default" size="xs" aria-disabled={isBusy} onClick={() => void retry()}>
      {isBusy ? 'Trying again …' : 'Try again'}
    </Button>
  );
}

interface ReadState<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData?: boolean;
}

/** Whether the service was unreachable or failed: it may answer later. */
function isOutage(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500);
}

/** In place of a part that could not be read: its absence would look as if there were nothing to show. */
export function NotRead({ what, reads }: { what: string; reads: readonly ReadState<unknown>[] }) {
  const failed = reads.filter(({ data, error }) => data === undefined && isOutage(error));
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="row small">
      <span>{what} could not be read.</span>
      <Button variant="default" size="compact-xs" onClick={() => failed.forEach((read) => void read.refetch())}>
        Try again
      </Button>
    </div>
  );
}

/** Renders a read: its content if there is any, otherwise the error or the loading bars. */
export function Await<T>(props: {
  read: ReadState<T>;
  loading?: React.ReactNode;
  children: (data: T) => React.ReactNode;
}) {
  const { read, loading, children } = props;
  const isLocked = read.error instanceof Problem && read.error.status === 401;
  // A session that ended must not unmount the form that is being filled in behind the login.
  if (read.data !== undefined && (isLocked || !(read.error instanceof Problem) || isOutage(read.error))) {
    return (
      <>
        {read.error !== null && !isLocked && <ErrorMessage error={read.error} onRetry={() => read.refetch()} />}
        <Outdated.Provider value={read.isPlaceholderData === true}>{children(read.data)}</Outdated.Provider>
      </>
    );
  }
  if (read.error !== null) return <ErrorMessage error={read.error} onRetry={() => read.refetch()} />;
  return loading ?? <Loading />;
}
