// What the package offers. Importing it does nothing: everything begins with `init`.
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

/** Makes the page's client and returns it; `track`, `collect` and `setConsent` of this module speak to the latest. */
export function init(options: InitOptions): Assay {
  client = createClient(options);
  return client;
}

/** `Assay.track` of the client that `init` made. */
export async function track(event: string, input?: TrackInput): Promise<TrackResult> {
  return client ? client.track(event, input) : failedOpen('invalid', 'init was not called');
}

/** `Assay.collect` of the client that `init` made; no signals before that. */
export async function collect(): Promise<Signals> {
  return client ? client.collect() : {};
}

/** `Assay.setConsent` of the client that `init` made. */
export function setConsent(granted: boolean): void {
  client?.setConsent(granted);
}
