// Gives the focus back, so that the keyboard goes on where it was instead of at the top of the page: to the control that opened a
// dialog, and to a button that was busy.
import { useEffect, useState } from 'react';

/** The item of a menu is gone when its dialog closes; the button of the menu stays. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]') ?? null;
  return menu === null ? focused : document.querySelector(`[aria-controls="${menu.id}"]`);
}

/** For a dialog that is taken off the page: Mantine gives the focus back only when `opened` changes. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // Whoever has taken the focus meanwhile keeps it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}

/** A button is disabled while its request runs, and browsers take the focus from a button that is disabled. */
export function returnFocusToBusyButtons(): void {
  let focused: EventTarget | null = null;
  let wasDisabled = false;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
    wasDisabled = false;
  });
  new MutationObserver(() => {
    if (!(focused instanceof HTMLButtonElement)) return;
    if (focused.disabled) wasDisabled = true;
    else if (wasDisabled && document.activeElement === document.body) focused.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
}

/** Focuses a field in place of a button that its own action disables or removes, unless the focus has moved on meanwhile. */
export function focusInstead(button: HTMLElement | null, field: HTMLElement | null): void {
  if (document.activeElement === document.body || document.activeElement === button) field?.focus();
}
