// Text that people carry elsewhere: ids and code, each with a button that copies it and says that it did.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './Copy.module.css';
import { IconCheck, IconCopy } from './icons.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const name = clipboard.copied ? 'Copied' : `Copy ${what}`;
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" size="sm" color="gray" aria-label={name} onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** An id: shown whole, broken where it must, with a copy button. */
export function Ident({ id, what = 'id' }: { id: string; what?: string }) {
  return (
    <span className={classes.ident}>
      <code className="mono">{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}

/** The last six characters of an id: enough to tell rows apart; the whole stands in the title. */
export function ShortId({ id }: { id: string }) {
  return (
    <code className="mono" title={id}>
      {id.slice(0, id.indexOf('_') + 1)}…{id.slice(-6)}
    </code>
  );
}

export function CodeBlock({ code, what = 'code' }: { code: string; what?: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={classes.corner}>
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
