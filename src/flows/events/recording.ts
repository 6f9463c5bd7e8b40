// An assessed event with everything that the rows to store depend on.
import type { EventHistory } from '../../records/ingest.ts';
import type { AssessedEvent } from './assess-event.ts';
import type { PreparedEvent } from './prepared-event.ts';

/** One event with its history and its assessment, to be recorded. */
export interface Recording extends PreparedEvent {
  history: EventHistory;
  assessed: AssessedEvent;
}
