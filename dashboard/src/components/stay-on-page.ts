// Keeps a page on screen when the browser goes back, reloads or closes while a form holds what somebody typed.
import { useEffect, useRef } from 'react';

interface Form {
  holdsInput: () => boolean;
  /** Called when Back was undone, to say why. Null where only a reload loses the text, because the page keeps it otherwise. */
  onStay: (() => void) | null;
}

const forms = new Set<Form>();

/** The forms that hold what somebody typed. */
const holding = () => [...forms].filter((form) => form.holdsInput());

/**
 * To be called before the router listens: browsers call the listeners of a window in the order in which they were added. The
 * router's own blocker cannot do this: entries of the history that plain links made have no index, and it would reload the page.
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

/** A reload asks while `holdsInput` returns true, on any screen: for what a page keeps after it was left. */
export function askBeforeUnload(holdsInput: () => boolean): void {
  forms.add({ holdsInput, onStay: null });
}

/** While `holdsInput` returns true, Back is undone (unless `onStay` is null) and a reload asks. */
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
