// The unsaved policy changes by member and environment, kept while the page is loaded so that leaving the screen loses nothing.
import { useCallback, useEffect, useState } from 'react';
import type { Policy, Thresholds } from '../api/control-types.ts';
import { currentSession, useSession } from '../api/session.ts';
import { askBeforeUnload } from '../components/stay-on-page.ts';
import { useEnvironment } from '../shell/environment.ts';
import type { EditedRule } from './rule-form.ts';

export interface UnsavedDraft {
  thresholds: Thresholds | null;
  /** The version that the thresholds were changed on: saving must not overwrite a later one. */
  base: Policy | null;
  /** Why the thresholds change. */
  comment: string;
  /** The rule whose form was closed for a backtest. */
  rule: EditedRule | null;
}

export const NO_DRAFT: UnsavedDraft = { thresholds: null, base: null, comment: '', rule: null };

const stored = new Map<string, UnsavedDraft>();
const keyOf = (member: string | undefined, environment: string) => `${member} ${environment}`;

askBeforeUnload(() => [...stored.keys()].some((key) => key.startsWith(keyOf(currentSession()?.user.id, ''))));

/** The draft of the environment in the address, a function that changes parts of it, and whether it is from an earlier visit. */
export function useUnsavedDraft() {
  const key = keyOf(useSession()?.user.id, useEnvironment().id);
  const [draft, setDraft] = useState(() => stored.get(key) ?? NO_DRAFT);
  const [isRestored, setIsRestored] = useState(draft !== NO_DRAFT);
  useEffect(() => {
    const isEmpty = draft.thresholds === null && draft.rule === null && draft.comment === '';
    if (!isEmpty) stored.set(key, draft);
    else {
      stored.delete(key);
      setIsRestored(false);
    }
  }, [key, draft]);
  const change = useCallback((changes: Partial<UnsavedDraft>) => setDraft((before) => ({ ...before, ...changes })), []);
  return { draft, change, isRestored };
}
