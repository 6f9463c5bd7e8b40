// Compiled, never run: what the SDK collects and returns has the types that the API documents.
import type { components } from '../docs/openapi.d.ts';
import type { EventAnswer } from './src/result.ts';
import type { Signals } from './src/signals.ts';

export function asDocumented(signals: Signals): components['schemas']['ClientSignals'] {
  return { ...signals };
}

export function asReturned(recorded: components['schemas']['RecordedEvent']): EventAnswer {
  return recorded;
}
