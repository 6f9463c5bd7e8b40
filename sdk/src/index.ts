// The public API of the package. Importing it has no side effects: call `init` to start.
import { type Assay, createClient, type TrackInput } from './client.ts';
import type { InitOptions } from './options.ts';
import { failedOpen, type TrackResult } from './result.ts';
import type { Signals } from './signals.ts';

export type { Behavior } from './behavior.ts';
export { type Assay, createClient, type TrackInput } from './client.ts';
export type { InitOptions } from './options.ts';
export type { Decision, EventAnswer, FailOpenReason, Level, TrackResult } from './result.ts';
export type { Signals } from './signals.ts';
export { VERSION } from './version.ts';

let client: Assay | null = null;

/** Creates and returns the page's client. `track`, `collect` and `setConsent` of this module use the latest one. */
export function init(options: InitOptions): Assay {
  client = createClient(options);
  return client;
}

/** Calls `Assay.track` of the client that `init` created. */
export async function track(event: string, input?: TrackInput): Promise<TrackResult> {
  return client ? client.track(event, input) : failedOpen('invalid', 'init was not called');
}

/** Calls `Assay.collect` of the client that `init` created; returns no signals before `init`. */
export async function collect(): Promise<Signals> {
  return client ? client.collect() : {};
}

/** Calls `Assay.setConsent` of the client that `init` created. */
export function setConsent(granted: boolean): void {
  client?.setConsent(granted);
}
