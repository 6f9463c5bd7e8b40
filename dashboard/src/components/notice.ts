// Short messages in the corner: what was done, or why it was not. Screen readers hear them.
import { notifications } from '@mantine/notifications';
import { explain } from './Feedback.tsx';

const closeButtonProps = { 'aria-label': 'Close' };

export function done(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4000, role: 'status', closeButtonProps });
}

/** An error stays until it is closed: it has to be read. */
export function failed(what: string, error: unknown): void {
  notifications.show({
    title: what,
    message: explain(error),
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps,
  });
}
