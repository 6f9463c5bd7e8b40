// The login that covers the screens after a session ended on its own; the input behind it is preserved.
import { Modal } from '@mantine/core';
import { queryClient } from '../api/read.ts';
import type { Session } from '../api/session.ts';
import classes from './AuthPage.module.css';
import { AuthPanel } from './AuthPage.tsx';
import { LoginForm, titleOf, useLogin } from './Login.tsx';

/** Above every other dialog: forms are at 200, confirmations at 300. */
const ABOVE_DIALOGS = 1000;

interface LoginAgainProps {
  /** The member whose session ended. */
  member: Session['user'];
}

export function LoginAgain({ member }: LoginAgainProps) {
  const login = useLogin((session) => {
    // Data that was read for one member must not be shown to another.
    if (session.user.id !== member.id) queryClient.clear();
  });
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={() => undefined}
      closeOnEscape={false}
      zIndex={ABOVE_DIALOGS}
      lockScroll={false}
    >
      <Modal.Content className={classes.cover}>
        <Modal.Body className={classes.page}>
          <AuthPanel heading={<Modal.Title className={classes.title}>{titleOf(login.step)}</Modal.Title>}>
            <LoginForm login={login} email={member.email} />
          </AuthPanel>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
