// Gives the focus back, so that the next key acts where the last one did instead of at the top of the page: to the control that opened a
// dialog, and to a button that was busy.
import { useEffect, useState } from 'react';

/** The item of a menu is gone when its dialog closes; the button of the menu stays. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]') ?? null;
  return menu === null ? focused : document.querySelector(`[aria-controls="${menu.id}"]`);
}

/** A control that its own action has disabled, such as "Label 0 selected events", leaves the focus to the one beside it. */
function focusOrBeside(control: HTMLElement): void {
  const beside = control.matches(':disabled') ? control.parentElement?.querySelector('button:not(:disabled)') : null;
  (beside instanceof HTMLElement ? beside : control).focus();
}

/** For a dialog that is taken off the page: Mantine gives the focus back only when `opened` changes. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // Whoever has taken the focus meanwhile keeps it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) focusOrBeside(opener);
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

/** After a notification with a button has gone: back to where the focus came from, or else to the content of the page. */
export function leaveNotification(cameFrom: EventTarget | null): void {
  const isThere = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom.closest('main') !== null;
  const place = isThere ? cameFrom : document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}
