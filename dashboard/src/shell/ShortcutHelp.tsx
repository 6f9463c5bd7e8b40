// The list of keyboard shortcuts and the switch to turn them off.
import { Kbd, Modal, Switch } from '@mantine/core';
import { setShortcutsEnabled, useShortcuts, useShortcutsEnabled } from './shortcuts.ts';

const SHORTCUTS: readonly (readonly [key: string, meaning: string])[] = [
  ['?', 'Show keyboard shortcuts'],
  ['/', 'Search, also with Ctrl K'],
  ['f', 'Go to the filters'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open row'],
  ['n', 'Next page; on an event, the next one in its list'],
  ['p', 'Previous page; on an event, the previous one'],
  ['t', 'Turn live tail on or off (Events)'],
  ['o', 'Record an outcome (event details)'],
];

export function ShortcutHelp({ opened, setOpened }: { opened: boolean; setOpened: (opened: boolean) => void }) {
  const on = useShortcutsEnabled();
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
        <dl className="stack compact">
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
          description="Turn them off if you use speech input or another tool that types for you."
          checked={on}
          onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}
