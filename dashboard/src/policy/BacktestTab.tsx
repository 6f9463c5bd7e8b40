export function BacktestTab(_: { draft: import('./draft.ts').Draft; onReset: () => void }) { return null; }
