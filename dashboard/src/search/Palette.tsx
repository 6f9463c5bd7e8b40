// Search and commands in one dialog (Ctrl K or /): ids, accounts, addresses, screens and actions.
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { useEffect, useId, useState } from 'react';
import { Problem } from '../api/client.ts';
import { useOne } from '../api/read.ts';
import type { SearchResult } from '../api/types.ts';
import { errorText } from '../components/Feedback.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { commandEntries, type Entry, resultEntries } from './entries.ts';
import classes from './Palette.module.css';
import { nothingFound, readPasted } from './pasted.ts';

/** Milliseconds without typing before the service is called. */
const DEBOUNCE = 120;

interface PaletteProps {
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onHelp: () => void;
  onLogout: () => void;
}

export function Palette({ opened, setOpened, onHelp, onLogout }: PaletteProps) {
  // Not over a form: choosing a screen would discard its input.
  const open = () => {
    if (document.querySelector('[role="dialog"]') === null) setOpened(true);
  };
  useShortcuts({ '/': open });
  // Active while typing in a field too: a key with a modifier types nothing.
  useHotkeys([['mod+K', open]], []);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title="Search"
      size="lg"
      lockScroll={false}
      yOffset="8vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Search onDone={() => setOpened(false)} onHelp={onHelp} onLogout={onLogout} />}
    </Modal>
  );
}

interface SearchProps {
  onDone: () => void;
  onHelp: () => void;
  onLogout: () => void;
}

/** What was typed, the entries that match, and the keys that choose one. */
function useSearch({ onDone, onHelp, onLogout }: SearchProps) {
  const environment = useEnvironment();
  const [typed, setTyped] = useState('');
  const { query, campaign } = readPasted(typed);
  const [requested] = useDebouncedValue(query, DEBOUNCE);
  const [selected, setSelected] = useState(0);
  const [entered, setEntered] = useState(false);
  const path = environmentPath(environment, '/search');
  const read = useOne<SearchResult>(path, { q: requested }, { enabled: requested !== '' });
  const found = requested === '' || read.data === undefined ? [] : resultEntries(environment, read.data.data, campaign);
  const entries = [...found, ...commandEntries(environment, typed, { onHelp, onLogout })];
  const at = Math.min(selected, entries.length - 1);
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onDone();
    if (entry.href !== undefined) window.location.hash = entry.href.slice(1);
    else entry.run?.();
  };
  const waiting = requested !== query || (requested !== '' && read.isFetching);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter waits only for the answer
  useEffect(() => {
    if (entered && !waiting) {
      setEntered(false);
      choose(entries[at]);
    }
  }, [entered, waiting]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to !== undefined && (event.key.startsWith('Arrow') || event.ctrlKey)) {
      event.preventDefault();
      setSelected((to + entries.length) % Math.max(1, entries.length));
    }
    if (event.key === 'Enter') {
      // Before the answer arrives, Enter would open the first command instead of the pasted id.
      if (waiting) setEntered(true);
      else choose(entries[at]);
    }
  };
  const onType = (text: string) => {
    setTyped(text);
    setSelected(0);
    setEntered(false);
  };
  const isNothing = !waiting && read.error === null && requested !== '' && entries.length === 0;
  const nothing = isNothing ? nothingFound(requested) : null;
  return { typed, onType, onKeyDown, entries, at, setSelected, choose, nothing, error: read.error };
}

function Search(props: SearchProps) {
  const { typed, onType, onKeyDown, entries, at, setSelected, choose, nothing, error } = useSearch(props);
  const listId = useId();
  return (
    <div className="stack compact">
      <TextInput
        label="Search or command"
        description="An event, campaign, device, session or delivery ID, a link, an account, a full or masked IP address, or a screen"
        inputWrapperOrder={['label', 'input', 'description']}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[at] === undefined ? undefined : `${listId}-${at}`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Results id={listId} entries={entries} selected={at} onSelect={setSelected} onChoose={choose} />
      <p role="status" className="muted small">
        {error instanceof Problem && errorText(error)}
        {nothing}
      </p>
    </div>
  );
}

interface ResultsProps {
  id: string;
  entries: readonly Entry[];
  /** Position of the selected entry. */
  selected: number;
  onSelect: (position: number) => void;
  onChoose: (entry: Entry) => void;
}

function Results({ id, entries, selected, onSelect, onChoose }: ResultsProps) {
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes.list}>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus (aria-activedescendant)
        <div
          key={entry.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          className={classes.entry}
          onClick={() => onChoose(entry)}
          onMouseMove={() => onSelect(index)}
        >
          <span className={classes.kind}>{entry.kind}</span>
          <span className={classes.title}>{entry.title}</span>
          {entry.note !== undefined && <span className="muted small">{entry.note}</span>}
        </div>
      ))}
    </div>
  );
}
