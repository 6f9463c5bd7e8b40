// Notifications in the corner for completed and failed actions, announced by screen readers.
import { notifications } from '@mantine/notifications';
import { errorText } from './Feedback.tsx';

const closeButtonProps = { 'aria-label': 'Close' };

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4000, role: 'status', closeButtonProps });
}

/** Tells the user why nothing happened. */
export function notifyNeutral(message: string): void {
  notifications.show({ message, color: 'gray', autoClose: 6000, role: 'status', closeButtonProps });
}

let shownError: string | null = null;

/** Also called when a form or a confirmation opens: on a phone, the error would cover its buttons. */
export function hideError(): void {
  if (shownError !== null) notifications.hide(shownError);
  shownError = null;
}

/** Shows an error until the user closes it or opens a form or confirmation. A new error replaces the previous one. */
export function notifyError(title: string, error: unknown): void {
  hideError();
  shownError = notifications.show({
    title,
    message: errorText(error),
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps,
  });
}

/**
 * Adds room below the content of the page (`--notifications-height`), because notifications are fixed to the bottom of the window:
 * every button can then be scrolled above them, and the focused control is scrolled there at once.
 */
export function makeRoomForNotifications(): void {
  const { documentElement: html } = document;
  let before = 0;
  const sizes = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry?.contentRect.height ?? 0);
    html.style.setProperty('--notifications-height', `${height}px`);
    const { activeElement: control } = document;
    if (height > before && control?.closest('main') && control.id !== 'main')
      control.scrollIntoView({ block: 'nearest' });
    before = height;
  });
  const container = document.querySelector('[data-position="bottom-right"]');
  if (container !== null) sizes.observe(container);
}
