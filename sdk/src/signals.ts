// The signals of one event as they are sent: what the sources read, and what the SDK itself keeps and counts.
import type { Behavior } from './behavior.ts';
import type { DeviceSignals } from './sources/registry.ts';

/** The `signals` object. Every key is optional: absent means unknown. */
export interface Signals extends DeviceSignals {
  sdk_version?: string;
  persistent_id?: string;
  session_token?: string;
  behavior?: Behavior;
  /** Sources that failed, and why ("canvas: SecurityError …"): for support, never scored. */
  source_errors?: string[];
}
