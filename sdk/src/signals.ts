// The signals of one event as sent: those read by the sources, and the ids and counts of the SDK itself.
import type { Behavior } from './behavior.ts';
import type { DeviceSignals } from './sources/registry.ts';

/** The `signals` object. Every key is optional; absent means unknown. */
export interface Signals extends DeviceSignals {
  sdk_version?: string;
  persistent_id?: string;
  session_token?: string;
  behavior?: Behavior;
  /** Failed sources and their errors ("canvas: SecurityError …"), for support; never scored. */
  source_errors?: string[];
}
