// How right the decisions were, as far as labels tell: the confusion table and its rates, with how few labels there are.
export function QualityTab() {
  return null;
}
