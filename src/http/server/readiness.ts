// Whether this process accepts requests: only after its first run is complete, and until it is told to stop.
import { Failure } from '../../vocabulary/failure.ts';

const REASONS = {
  starting: { code: 'starting', detail: 'This process is still starting.', retryAfter: 1 },
  stopping: { code: 'stopping', detail: 'This process is stopping; send requests to another one.', retryAfter: 5 },
} as const;

/** Read by `/readyz`; load balancers send new requests to another process while it reports a failure. */
export class Readiness {
  state: 'starting' | 'ready' | 'stopping' = 'ready';

  /** @throws Failure `unavailable` unless the state is `ready`. */
  check(): void {
    if (this.state === 'ready') return;
    const { code, detail, retryAfter } = REASONS[this.state];
    throw new Failure('unavailable', code, detail, { retryAfter });
  }
}
