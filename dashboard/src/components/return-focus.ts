// Returns the focus to the control that opened a dialog and to a button that was busy. Otherwise the next key would act at the top of
// the page.
import { useEffect, useState } from 'react';

/** The menu button for a menu item, which no longer exists when its dialog closes; otherwise the control itself. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]') ?? null;
  return menu === null ? focused : document.querySelector(`[aria-controls="${menu.id}"]`);
}

/** Focuses the control, or the button beside it if its own action has disabled it, such as "Label 0 selected events". */
function focusOrBeside(control: HTMLElement): void {
  const beside = control.matches(':disabled') ? control.parentElement?.querySelector('button:not(:disabled)') : null;
  (beside instanceof HTMLElement ? beside : control).focus();
}

/** For a dialog that is unmounted while open: Mantine returns the focus only when `opened` changes. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // A control that has received the focus meanwhile keeps it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) focusOrBeside(opener);
    },
    [opener],
  );
}

/** Browsers take the focus from a button that is disabled, and a button is disabled while its request runs. */
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

/** Moves the focus out of a notification that closes: back to where it came from, or else to the content of the page. */
export function leaveNotification(cameFrom: EventTarget | null): void {
  const isThere = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom.closest('main') !== null;
  const place = isThere ? cameFrom : document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}
