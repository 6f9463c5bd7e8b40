// How the page was used, in counts alone: never which key, which field, where on the page, or what was pasted.

export interface Behavior {
  /** From the start of the watch to now, ms. */
  ms_to_submit: number;
  key_events: number;
  pointer_events: number;
  pasted: boolean;
}

export interface BehaviorWatch {
  /** The counts, or undefined on a page where a person had nothing to fill in: there, no typing means nothing. */
  read(): Behavior | undefined;
  stop(): void;
}

/** A moving mouse sends an event a frame; ten a second tell as much. */
const MOVE_MS = 100;

/** What a person fills in; a search box stands on every page and says nothing of this event. */
const FIELDS = 'input:not([type=hidden]):not([type=search]), textarea';

export function watchBehavior(): BehaviorWatch {
  const start = performance.now();
  const counts = { key_events: 0, pointer_events: 0, pasted: false };
  const toFillIn = () => document.querySelector(FIELDS) !== null;
  let fields = toFillIn();
  let lastMove = Number.NEGATIVE_INFINITY;
  const note = (event: Event) => {
    // What a script dispatches is no person's doing.
    if (!event.isTrusted) return;
    // A form may come late, go as it is sent, or hide in a shadow tree: whoever types has one. Moves are too many to look
    // each time, and say nothing by themselves: browsers report one when the page changes under a pointer that rests.
    if (event.type !== 'pointermove') fields ||= event.type !== 'pointerdown' || toFillIn();
    if (event.type === 'keydown') counts.key_events++;
    else if (event.type === 'paste') counts.pasted = true;
    else if (event.type === 'pointerdown' || event.timeStamp - lastMove >= MOVE_MS) {
      counts.pointer_events++;
      lastMove = event.timeStamp;
    }
  };
  const events = ['keydown', 'paste', 'pointerdown', 'pointermove'];
  const options = { capture: true, passive: true };
  for (const type of events) addEventListener(type, note, options);
  return {
    read() {
      if (!fields && !toFillIn()) return undefined;
      return { ms_to_submit: Math.round(performance.now() - start), ...counts };
    },
    stop() {
      for (const type of events) removeEventListener(type, note, options);
    },
  };
}
