// Last digits of transcendental functions: they differ between engines, systems and processor families.
import { hash } from '../hash.ts';

/** Arguments that send each function through its hard ways: huge, tiny, and near the edge of its range. */
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
