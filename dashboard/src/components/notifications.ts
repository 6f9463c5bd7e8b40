// Notifications in the corner for completed and failed actions, announced by screen readers.
import { notifications } from '@mantine/notifications';
import { errorText } from './Feedback.tsx';

const closeButtonProps = { 'aria-label': 'Close' };

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4000, role: 'status', closeButtonProps });
}

/** Says why nothing happened. */
export function notifyNeutral(message: string): void {
  notifications.show({ message, color: 'gray', autoClose: 6000, role: 'status', closeButtonProps });
}

/** An error stays until the user closes it. */
export function notifyError(title: string, error: unknown): void {
  notifications.show({
    title,
    message: errorText(error),
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps,
  });
}
