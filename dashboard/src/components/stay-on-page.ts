// Keeps a page on screen when the browser goes back, reloads or closes while a form holds what somebody typed.
import { useEffect, useRef } from 'react';

interface Form {
  holdsInput: () => boolean;
  /** Called when Back was undone, to say why. */
  onStay: () => void;
}

const forms = new Set<Form>();

/** The form for which the page must stay. */
const holding = () => [...forms].find((form) => form.holdsInput());

/**
 * To be called before the router listens: browsers call the listeners of a window in the order in which they were added. The
 * router's own blocker cannot do this: entries of the history that plain links made have no index, and it would reload the page.
 */
export function watchHistory(): void {
  let restoring = false;
  window.addEventListener('popstate', (event) => {
    const form = holding();
    if (!restoring && form === undefined) return;
    event.stopImmediatePropagation();
    restoring = !restoring;
    if (!restoring) return;
    window.history.forward();
    form?.onStay();
  });
  window.addEventListener('beforeunload', (event) => {
    if (holding() !== undefined) event.preventDefault();
  });
}

/** While `holdsInput` returns true, Back is undone and a reload asks. */
export function useStayOnPage(form: Form): void {
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const current: Form = {
      holdsInput: () => latest.current.holdsInput(),
      onStay: () => latest.current.onStay(),
    };
    forms.add(current);
    return () => {
      forms.delete(current);
    };
  }, []);
}
