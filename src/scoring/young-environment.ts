// Decides whether an environment is too young to know its accounts and devices.
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';

/** As long as the period that a wave's baseline covers. */
const YOUNG_FOR = 7 * DAY;

/** Whether the first event is less than a day old: until then every customer is a newcomer. */
export function isFirstDay(input: ScoringInput): boolean {
  return isYoungerThan(DAY, input);
}

/** Whether the first event is less than a week old: until then every old customer looks new, and every common phone rare. */
export function isYoungEnvironment(input: ScoringInput): boolean {
  return isYoungerThan(YOUNG_FOR, input);
}

function isYoungerThan(age: number, { at, history }: ScoringInput): boolean {
  const { firstEventAt } = history.environment;
  return firstEventAt === null || firstEventAt > at - age;
}
