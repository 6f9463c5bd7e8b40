// Counts how the page is used. Never records which key or field, where on the page, or what was pasted.

export interface Behavior {
  /** Time since the watch started, ms. */
  ms_to_submit: number;
  key_events: number;
  pointer_events: number;
  pasted: boolean;
}

export interface BehaviorWatch {
  /** Returns the counts, or undefined on a page without a field to fill in, where not typing means nothing. */
  read(): Behavior | undefined;
  stop(): void;
}

/** A moving pointer fires an event per frame; ten per second are enough. */
const MOVE_MS = 100;

/** Form fields. Search boxes are excluded: many pages have one that is unrelated to the event. */
const FIELDS = 'input:not([type=hidden],[type=search]),textarea';

export function watchBehavior(): BehaviorWatch {
  const start = performance.now();
  const counts = { key_events: 0, pointer_events: 0, pasted: false };
  // Not of `document`, where a form with that name hides it.
  const hasField = () => document.documentElement.querySelector(FIELDS) !== null;
  let fieldSeen = hasField();
  let lastMove = Number.NEGATIVE_INFINITY;
  const count = (event: Event) => {
    // Ignore events that scripts dispatch.
    if (!event.isTrusted) return;
    // A form may appear late, be removed on submit, or be in a shadow tree, so typing alone proves a field. Moves are
    // too frequent for a query and prove nothing: browsers fire one when the page changes under a resting pointer.
    if (event.type !== 'pointermove') fieldSeen ||= event.type !== 'pointerdown' || hasField();
    if (event.type === 'keydown') counts.key_events++;
    else if (event.type === 'paste') counts.pasted = true;
    else if (event.type === 'pointerdown' || event.timeStamp - lastMove >= MOVE_MS) {
      counts.pointer_events++;
      lastMove = event.timeStamp;
    }
  };
  const events = ['keydown', 'paste', 'pointerdown', 'pointermove'];
  const options = { capture: true, passive: true };
  for (const type of events) addEventListener(type, count, options);
  return {
    read() {
      if (!fieldSeen && !hasField()) return undefined;
      return { ms_to_submit: Math.round(performance.now() - start), ...counts };
    },
    stop() {
      for (const type of events) removeEventListener(type, count, options);
    },
  };
}
