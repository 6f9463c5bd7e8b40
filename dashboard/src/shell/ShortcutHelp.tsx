// The list of keyboard shortcuts, and the switch that turns them off.
import { Kbd, Modal, Switch } from '@mantine/core';
import { setShortcuts, useShortcuts, useShortcutsOn } from './shortcuts.ts';

const SHORTCUTS: readonly (readonly [key: string, meaning: string])[] = [
  ['?', 'Show this help'],
  ['/', 'Go to the search or the filters'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['n', 'Older page'],
  ['p', 'Newer page'],
  ['t', 'Live tail on or off (events)'],
  ['o', 'Record an outcome (event)'],
];

export function ShortcutHelp({ opened, setOpened }: { opened: boolean; setOpened: (opened: boolean) => void }) {
  const on = useShortcutsOn();
  useShortcuts({ '?': () => setOpened(true) });
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Keyboard shortcuts"
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="stack">
        <dl className="stack tight">
          {SHORTCUTS.map(([key, meaning]) => (
            <div key={key} className="row">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Single-key shortcuts"
          description="Turn them off if speech input or another tool presses keys for you."
          checked={on}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}
