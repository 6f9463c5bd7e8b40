// The policy: thresholds and rules, tested on real events before they are saved.
import { Tabs } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { Policy, Thresholds } from '../api/control-types.ts';
import { useOne } from '../api/read.ts';
import { Await } from '../components/Feedback.tsx';
import { Page } from '../components/Page.tsx';
import { Timestamp } from '../components/Timestamp.tsx';
import { humanize } from '../components/wording.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { useFilters } from '../shell/filters.ts';
import { BacktestTab } from './BacktestTab.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { type Draft, draftOf, withRule } from './draft.ts';
import { QualityTab } from './QualityTab.tsx';
import { RulesTab } from './RulesTab.tsx';
import type { EditedRule } from './rule-form.ts';
import { SimulatorTab } from './SimulatorTab.tsx';
import { ThresholdsTab } from './ThresholdsTab.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import { NO_DRAFT, useUnsavedDraft } from './unsaved-draft.ts';
import { VersionsTab } from './VersionsTab.tsx';

const TABS = ['thresholds', 'rules', 'simulator', 'backtest', 'versions', 'quality'] as const;
type TabName = (typeof TABS)[number];

export function PolicyScreen() {
  const environment = useEnvironment();
  // Polled, so that another member's change appears before it conflicts with a draft.
  const read = useOne<Policy>(environmentPath(environment, '/policy'), {}, { every: 10_000 });
  return (
    <Page
      title="Policy"
      description="Signals and weights are fixed. The policy turns a score into a decision: the first matching rule decides, otherwise the thresholds."
    >
      <Await read={read}>{({ data }) => <PolicyTabs policy={data} />}</Await>
    </Page>
  );
}

/** The draft and the functions that change it. The tabs share it, so that it can be backtested and then saved. */
function usePolicyDraft(policy: Policy) {
  const { draft: unsaved, change, isRestored } = useUnsavedDraft();
  const { thresholds, base, rule } = unsaved;
  const draft = useMemo<Draft>(() => {
    const rules = rule && withRule(policy.rules, { ...rule.draft, id: rule.rule?.id });
    return draftOf(policy, thresholds, rules);
  }, [policy, thresholds, rule]);
  const editThresholds = (next: Thresholds | null) =>
    change({ thresholds: next, base: next === null ? null : (base ?? policy) });
  const resetThresholds = () => change({ ...NO_DRAFT, rule });
  return { draft, unsaved, isRestored, change, editThresholds, resetThresholds };
}

type Edits = ReturnType<typeof usePolicyDraft>;

function PolicyTabs({ policy }: { policy: Policy }) {
  const filters = useFilters();
  const edits = usePolicyDraft(policy);
  const { draft, unsaved, isRestored, change } = edits;
  const [startsBacktest, setStartsBacktest] = useState(false);
  const go = (value: string) => filters.set({ tab: value, version: undefined, against: undefined });
  const backtest = () => {
    setStartsBacktest(true);
    go('backtest');
  };
  const backtestRule = (rule: EditedRule) => {
    change({ rule });
    backtest();
  };
  const panels: Record<TabName, React.ReactNode> = {
    thresholds: <ThresholdsPanel policy={policy} edits={edits} onBacktest={backtest} />,
    rules: (
      <RulesTab
        policy={policy}
        edited={unsaved.rule}
        onBacktest={backtestRule}
        onClosed={() => change({ rule: null })}
      />
    ),
    simulator: <SimulatorTab />,
    backtest: (
      <BacktestTab
        draft={draft}
        startsAtOnce={startsBacktest}
        onStarted={() => setStartsBacktest(false)}
        onThresholds={unsaved.base === null ? undefined : () => go('thresholds')}
        onRule={unsaved.rule === null ? undefined : () => go('rules')}
        onReset={() => change(NO_DRAFT)}
      />
    ),
    versions: <VersionsTab policy={policy} />,
    quality: <QualityTab />,
  };
  return (
    <>
      <ActiveVersion policy={policy} />
      {isRestored && draft.changes.length > 0 && (
        <UnsavedChanges changes={draft.changes} onDiscard={() => change(NO_DRAFT)} />
      )}
      <TabbedPanels tab={filters.choice('tab', TABS)} onTab={go} panels={panels} />
    </>
  );
}

function ActiveVersion({ policy }: { policy: Policy }) {
  return (
    <p>
      Version <strong>{policy.version}</strong>, {formatCount(policy.rules.length, 'rule')}, last changed{' '}
      <Timestamp at={policy.updated_at} format="both" />
    </p>
  );
}

interface TabbedPanelsProps {
  tab: TabName;
  onTab: (tab: string) => void;
  panels: Record<TabName, React.ReactNode>;
}

function TabbedPanels({ tab, onTab, panels }: TabbedPanelsProps) {
  return (
    <Tabs value={tab} onChange={(value) => onTab(value ?? TABS[0])} keepMounted={false}>
      <Tabs.List aria-label="Policy">
        {TABS.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {humanize(value)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((value) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {panels[value]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The thresholds, with a warning if another member changed the policy that the draft started from. */
function ThresholdsPanel({ policy, edits, onBacktest }: { policy: Policy; edits: Edits; onBacktest: () => void }) {
  const { draft, unsaved, change, editThresholds, resetThresholds } = edits;
  const { base, comment } = unsaved;
  return (
    <div className="stack">
      {base !== null && (
        <ChangedMeanwhile
          base={base}
          policy={policy}
          onContinue={() => change({ base: policy })}
          onDiscard={resetThresholds}
        />
      )}
      <ThresholdsTab
        policy={policy}
        base={base ?? policy}
        draft={draft}
        comment={comment}
        onComment={(next) => change({ comment: next })}
        onDraft={editThresholds}
        onReset={resetThresholds}
        onBacktest={onBacktest}
      />
    </div>
  );
}
