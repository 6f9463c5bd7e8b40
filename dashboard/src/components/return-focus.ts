// Gives the focus back to the control that opened a dialog, so that the keyboard goes on from there instead of from the top.
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
