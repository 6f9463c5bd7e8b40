// A dialog with a form. Once a field has changed, Escape, the overlay, “Cancel” and the close button ask before they discard the input,
// and the browser's Back stays on the page. A value that is shown only once stays until a button closes the dialog.
import { Modal, type ModalProps } from '@mantine/core';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useConfirm, useIsAsking } from './Confirm.tsx';
import { COPIED } from './CopiedButton.tsx';
import { hideError, notifyNeutral } from './notifications.ts';
import { useReturnFocus } from './return-focus.ts';
import { useStayOnPage } from './stay-on-page.ts';

/** Options of a list, and buttons that change a field: they clear it, increment it, or add or remove an entry. */
const CHANGES_BY_CLICK = '[role="option"], button:not([type="submit"])';

const CloseForm = createContext<() => void>(() => undefined);

/** Closes the enclosing dialog as Escape does: asks first if a field has changed. */
export const useCloseForm = () => useContext(CloseForm);

interface FormDialogProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  opened?: boolean;
  onClose: () => void;
  /** The form was replaced by a value that is shown only once: a click outside the dialog, Escape and Back must not lose it. */
  showsResult?: boolean;
  /** The form opens with what was typed before. */
  holdsInput?: boolean;
}

export function FormDialog({
  opened = true,
  onClose,
  title,
  size,
  showsResult = false,
  holdsInput = false,
  children,
}: FormDialogProps) {
  const confirm = useConfirm();
  const edited = useRef(holdsInput);
  const isAsking = useIsAsking();
  useReturnFocus();
  useEffect(() => {
    if (opened) hideError();
  }, [opened]);
  useStayOnPage({
    holdsInput: () => opened && (showsResult || edited.current),
    onStay: () =>
      notifyNeutral(
        showsResult
          ? `Copy the value first, then choose “${COPIED}”.`
          : 'The form has changes that are not saved. Close it first.',
      ),
  });
  const markEdited = () => {
    edited.current = true;
  };
  const close = async () => {
    if (isAsking()) return;
    const discard =
      !edited.current ||
      showsResult ||
      (await confirm({
        title: 'Discard what you entered?',
        body: 'The form has changes that are not saved.',
        action: 'Discard',
        danger: true,
      }));
    if (!discard) return;
    edited.current = false;
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      title={title}
      size={size}
      lockScroll={false}
      closeOnClickOutside={!showsResult}
      closeOnEscape={!showsResult}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* React's events also bubble out of portals, so a choice from a dropdown in the form counts. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes what happens to the fields inside */}
      <div
        onInput={markEdited}
        onChange={markEdited}
        onClick={(event) => {
          if ((event.target as HTMLElement).closest(CHANGES_BY_CLICK) !== null) markEdited();
        }}
        onKeyDown={(event) => {
          // In an empty field with tags, Backspace removes the last tag.
          if (event.key === 'Backspace') markEdited();
        }}
      >
        <CloseForm.Provider value={() => void close()}>{children}</CloseForm.Provider>
      </div>
    </Modal>
  );
}
