// Hashes results of transcendental functions: the last digits differ between engines, systems and processor families.
import { hash } from '../hash.ts';

/** Arguments that are hard to compute precisely: huge, tiny, and near the limits of a function's domain. */
const ARGUMENTS = [0.1234, 0.7, 10.1, 1e21, -1e300];
const FUNCTIONS = [
  'acos',
  'acosh',
  'asinh',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'expm1',
  'log1p',
  'sin',
  'sinh',
  'tan',
] as const;

export function math() {
  const values = FUNCTIONS.flatMap((name) => ARGUMENTS.map(Math[name]));
  return { math_hash: hash(values.join()) };
}
