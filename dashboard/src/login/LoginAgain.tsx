// The login that covers the screens after a session ended on its own; what was typed behind it stays.
import { Modal } from '@mantine/core';
import { queryClient } from '../api/read.ts';
import classes from './AuthPage.module.css';
import { LoginForm, titleOf, useLogin } from './Login.tsx';

/** Above every other dialog: forms are at 200, confirmations at 300. */
const ABOVE_DIALOGS = 1000;

export function LoginAgain({ member }: { member: string }) {
  const login = useLogin((session) => {
    // What was read for one member is not shown to another.
    if (session.user.id !== member) queryClient.clear();
  });
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      closeOnEscape={false}
      withCloseButton={false}
      title={titleOf(login.step)}
      zIndex={ABOVE_DIALOGS}
      lockScroll={false}
    >
      <div className={classes.panel}>
        <LoginForm login={login} />
      </div>
    </Modal>
  );
}
