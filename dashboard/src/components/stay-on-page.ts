// Keeps a page on screen when the browser goes back, reloads or closes while a form holds unsaved input.
import { useEffect, useRef } from 'react';

interface Form {
  holdsInput: () => boolean;
  /** Called after Back was undone, to explain why. Null if Back does not lose the input, only a reload. */
  onStay: (() => void) | null;
}

const forms = new Set<Form>();

/** The forms that hold unsaved input. */
const holding = () => [...forms].filter((form) => form.holdsInput());

/**
 * Must be called before the router starts listening: browsers call the listeners of a window in the order in which they were added.
 * The router's own blocker cannot do this: history entries made by plain links have no index, so it would reload the page.
 */
export function watchHistory(): void {
  let restoring = false;
  window.addEventListener('popstate', (event) => {
    const onStay = holding().find((form) => form.onStay !== null)?.onStay;
    if (!restoring && onStay === undefined) return;
    event.stopImmediatePropagation();
    restoring = !restoring;
    if (!restoring) return;
    window.history.forward();
    onStay?.();
  });
  window.addEventListener('beforeunload', (event) => {
    if (holding().length > 0) event.preventDefault();
  });
}

/** Asks before a reload on any screen while `holdsInput` returns true: for input that survives leaving its page. */
export function askBeforeUnload(holdsInput: () => boolean): void {
  forms.add({ holdsInput, onStay: null });
}

/** While `holdsInput` returns true, undoes Back (unless `onStay` is null) and asks before a reload. */
export function useStayOnPage(form: Form): void {
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const current: Form = {
      holdsInput: () => latest.current.holdsInput(),
      get onStay() {
        return latest.current.onStay;
      },
    };
    forms.add(current);
    return () => {
      forms.delete(current);
    };
  }, []);
}
