// The rules in evaluation order, and the form that adds or edits one of them.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Policy, Rule } from '../api/control-types.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { EmptyState } from '../components/Feedback.tsx';
import { IconPlus } from '../components/icons.ts';
import { Card } from '../components/Page.tsx';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleList } from './RuleList.tsx';
import type { EditedRule } from './rule-form.ts';

interface RulesTabProps {
  policy: Policy;
  /** The rule whose form was closed for a backtest; the form opens again. */
  edited: EditedRule | null;
  onBacktest: (rule: EditedRule) => void;
  /** Called after the rule was saved or discarded. */
  onClosed: () => void;
}

export function RulesTab({ policy, edited, onBacktest, onClosed }: RulesTabProps) {
  const mayChange = useMay('change_policy');
  const [editing, setEditing] = useState<Rule | 'new' | null>(edited && (edited.rule ?? 'new'));
  // Shared by the editor and the buttons: each change starts from the version that the previous one created.
  const change = useChange([environmentPath(useEnvironment(), '/policy')]);
  const edit = (rule: Rule | 'new') => {
    if (change.isBusy) return;
    change.reset();
    setEditing(rule);
  };
  return (
    <div className="stack">
      <Card title="Rules" aside={mayChange && <AddRule busy={change.isBusy} onAdd={() => edit('new')} />}>
        {policy.rules.length === 0 ? (
          <NoRules />
        ) : (
          <RuleList policy={policy} change={change} onEdit={mayChange ? edit : null} />
        )}
      </Card>
      <p className="muted small">
        Rules are evaluated from top to bottom. The first rule that matches decides; if none matches, the thresholds
        decide.
      </p>
      {editing !== null && (
        <RuleEditor
          key={editing === 'new' ? 'new' : editing.id}
          rule={editing === 'new' ? null : editing}
          edited={edited}
          policy={policy}
          change={change}
          onClose={() => {
            setEditing(null);
            onClosed();
          }}
          onBacktest={onBacktest}
        />
      )}
    </div>
  );
}

function AddRule({ busy, onAdd }: { busy: boolean; onAdd: () => void }) {
  return (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} aria-disabled={busy} onClick={onAdd}>
      Add rule
    </Button>
  );
}

function NoRules() {
  return (
    <EmptyState title="No rules: only the thresholds decide">
      <p>
        A rule overrides the thresholds for the events that it matches. For example, block every automated password
        reset, or never challenge a trusted device.
      </p>
    </EmptyState>
  );
}
