// A line of `--results`: the assessment of one imported event, recorded in this run or stored by an earlier one.
import type { EventDetail } from '../../records/events.ts';
import type { RecordedEvent } from '../events/event-input.ts';

export interface LineResult {
  line: number;
  id: string;
  device_id: string;
  session_id: string;
  method: string;
  /** 0 to 100. */
  confidence: number;
  score: number;
  level: string;
  decision: string;
  /** Codes of the fired signals. */
  signals: readonly string[];
}

export function recordedResult(line: number, event: RecordedEvent): LineResult {
  return {
    line,
    id: event.id,
    device_id: event.device.id,
    session_id: event.sessionId,
    method: event.method,
    confidence: event.confidence,
    score: event.score,
    level: event.level,
    decision: event.decision,
    signals: event.signals.map(({ code }) => code),
  };
}

export function storedResult(line: number, { event }: EventDetail): LineResult {
  return {
    line,
    id: event.id,
    device_id: event.deviceId,
    session_id: event.sessionId,
    method: event.resolution.method,
    confidence: event.resolution.confidence,
    score: event.score,
    level: event.level,
    decision: event.decision,
    signals: event.signals.map(({ code }) => code),
  };
}
