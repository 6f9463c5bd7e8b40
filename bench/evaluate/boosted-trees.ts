// Gradient-boosted trees on binned features with logistic loss (Friedman 2001; histograms as in LightGBM, Ke et al. 2017). Development only.

export interface TreeOptions {
  trees: number;
  depth: number;
  /** Shrinkage of each tree. */
  rate: number;
  /** Least hessian (weighted p(1-p)) of a leaf, and L2 regularization of its value. */
  minLeaf: number;
  lambda: number;
}

export const TREE_OPTIONS: TreeOptions = { trees: 120, depth: 5, rate: 0.12, minLeaf: 2, lambda: 2 };
const BINS = 48;

/** A complete binary tree: node i has children 2i+1 and 2i+2; feature -1 marks a leaf. */
interface Tree {
  feature: Int16Array;
  /** Rows whose bin is at most this go left. */
  bin: Uint8Array;
  value: Float64Array;
}

export interface Model {
  /** Ascending bin limits of each feature. */
  limits: readonly Float64Array[];
  bias: number;
  trees: readonly Tree[];
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Limits that split the distinct values of a column into at most BINS bins of about equal counts. */
function limitsOf(rows: readonly Float64Array[], feature: number): Float64Array {
  const values = Float64Array.from(rows, (row) => row[feature] ?? 0).sort();
  const limits: number[] = [];
  for (let bin = 1; bin < BINS; bin += 1) {
    const value = values[Math.floor((bin * values.length) / BINS)] ?? 0;
    if (value !== limits.at(-1) && value < (values.at(-1) ?? 0)) limits.push(value);
  }
  // A rare value has no quantile of its own: limits at the smallest and the largest value always separate them.
  const smallest = values[0] ?? 0;
  if (limits[0] !== smallest && smallest < (values.at(-1) ?? 0)) limits.unshift(smallest);
  return Float64Array.from(limits);
}

function binOf(limits: Float64Array, value: number): number {
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (limits[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Training {
  columns: readonly Uint8Array[];
  gradient: Float64Array;
  hessian: Float64Array;
  options: TreeOptions;
}

/** The split of `rows` with the largest gain, or null. Gain and leaf value: Chen and Guestrin 2016, equations 5 to 7. */
function bestSplit({ columns, gradient, hessian, options }: Training, rows: Int32Array, sumG: number, sumH: number) {
  const { lambda, minLeaf } = options;
  const score = (g: number, h: number): number => (g * g) / (h + lambda);
  let best: { feature: number; bin: number; gain: number } | null = null;
  const g = new Float64Array(BINS + 1);
  const h = new Float64Array(BINS + 1);
  for (const [feature, column] of columns.entries()) {
    g.fill(0);
    h.fill(0);
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as number;
      const bin = column[row] as number;
      g[bin] = (g[bin] as number) + (gradient[row] as number);
      h[bin] = (h[bin] as number) + (hessian[row] as number);
    }
    let leftG = 0;
    let leftH = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      leftG += g[bin] as number;
      leftH += h[bin] as number;
      if (leftH < minLeaf || sumH - leftH < minLeaf) continue;
      const gain = score(leftG, leftH) + score(sumG - leftG, sumH - leftH) - score(sumG, sumH);
      if (gain > (best?.gain ?? 1e-6)) best = { feature, bin, gain };
    }
  }
  return best;
}

function growTree(training: Training, all: Int32Array, margin: Float64Array): Tree {
  const { columns, gradient, hessian, options } = training;
  const size = 2 ** (options.depth + 1) - 1;
  const tree: Tree = {
    feature: new Int16Array(size).fill(-1),
    bin: new Uint8Array(size),
    value: new Float64Array(size),
  };
  const grow = (node: number, rows: Int32Array, depth: number): void => {
    let sumG = 0;
    let sumH = 0;
    for (const row of rows) {
      sumG += gradient[row] as number;
      sumH += hessian[row] as number;
    }
    const split = depth < options.depth ? bestSplit(training, rows, sumG, sumH) : null;
    if (split === null) {
      const value = (-options.rate * sumG) / (sumH + options.lambda);
      tree.value[node] = value;
      for (const row of rows) margin[row] = (margin[row] as number) + value;
      return;
    }
    tree.feature[node] = split.feature;
    tree.bin[node] = split.bin;
    const column = columns[split.feature] as Uint8Array;
    const goesLeft = (row: number): boolean => (column[row] as number) <= split.bin;
    grow(2 * node + 1, rows.filter(goesLeft), depth + 1);
    grow(
      2 * node + 2,
      rows.filter((row) => !goesLeft(row)),
      depth + 1,
    );
  };
  grow(0, all, 0);
  return tree;
}

/** Fits `labels` (0 or 1) with these row weights. Deterministic: no sampling. */
export function train(
  rows: readonly Float64Array[],
  labels: Uint8Array,
  weights: Float64Array,
  options: TreeOptions = TREE_OPTIONS,
): Model {
  const width = rows[0]?.length ?? 0;
  const limits = Array.from({ length: width }, (_, feature) => limitsOf(rows, feature));
  const columns = limits.map((edges, feature) => Uint8Array.from(rows, (row) => binOf(edges, row[feature] ?? 0)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const positive = weights.reduce((sum, weight, i) => sum + weight * (labels[i] as number), 0);
  const bias = Math.log((positive + 1) / (total - positive + 1));
  const margin = new Float64Array(rows.length).fill(bias);
  const gradient = new Float64Array(rows.length);
  const hessian = new Float64Array(rows.length);
  const all = Int32Array.from(rows, (_, i) => i);
  const trees = Array.from({ length: options.trees }, () => {
    for (let i = 0; i < rows.length; i += 1) {
      const p = sigmoid(margin[i] as number);
      gradient[i] = (weights[i] as number) * (p - (labels[i] as number));
      hessian[i] = (weights[i] as number) * p * (1 - p);
    }
    return growTree({ columns, gradient, hessian, options }, all, margin);
  });
  return { limits, bias, trees };
}

/** The probability of label 1. */
export function predict({ limits, bias, trees }: Model, row: Float64Array): number {
  const bins = limits.map((edges, feature) => binOf(edges, row[feature] ?? 0));
  let margin = bias;
  for (const { feature, bin, value } of trees) {
    let node = 0;
    while ((feature[node] as number) >= 0)
      node = (bins[feature[node] as number] as number) <= (bin[node] as number) ? 2 * node + 1 : 2 * node + 2;
    margin += value[node] as number;
  }
  return sigmoid(margin);
}
