// IDs and code with a button that copies them and confirms the copy.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './Copy.module.css';
import { IconCheck, IconCopy } from './icons.ts';

/** `label` completes the accessible name: `Copy ${label}`. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const name = clipboard.copied ? 'Copied' : `Copy ${label}`;
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" size="sm" color="gray" aria-label={name} onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** A full id, wrapped where necessary, with a copy button. */
export function CopyableId({ id, label = 'ID' }: { id: string; label?: string }) {
  return (
    <span className={classes.copyableId}>
      <code className="mono">{id}</code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

/** The prefix and last six characters of an id, enough to tell rows apart; the title has the full id. */
export function ShortId({ id }: { id: string }) {
  return (
    <code className="mono" title={id}>
      {id.slice(0, id.indexOf('_') + 1)}…{id.slice(-6)}
    </code>
  );
}

export function CodeBlock({ code, label = 'code' }: { code: string; label?: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={classes.corner}>
        <CopyButton text={code} label={label} />
      </div>
    </div>
  );
}
