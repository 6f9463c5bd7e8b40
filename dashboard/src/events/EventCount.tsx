// How many events the filters match, counted only on request: the list itself does not need the number.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import type { Query } from '../api/client.ts';
import { useOne } from '../api/read.ts';
import type { EventCount as Count } from '../api/types.ts';
import { ErrorMessage } from '../components/Feedback.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';

/** `query` contains only the filters. */
export function EventCount({ query }: { query: Query }) {
  const environment = useEnvironment();
  const [requested, setRequested] = useState(false);
  const read = useOne<Count>(environmentPath(environment, '/events/count'), query, { enabled: requested });
  if (read.error !== null) return <ErrorMessage error={read.error} />;
  if (read.data !== undefined) {
    const { count, is_complete: isComplete } = read.data.data;
    const number = formatNumber(count);
    return <span role="status">{isComplete ? `${number} events` : `More than ${number} events`}</span>;
  }
  return (
    <Button variant="subtle" size="xs" loading={read.isFetching} onClick={() => setRequested(true)}>
      Count events
    </Button>
  );
}
