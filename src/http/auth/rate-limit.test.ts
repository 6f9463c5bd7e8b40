// Tests token buckets with a test clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from './rate-limit.ts';

test('allows a burst, then the steady rate; the returned wait is sufficient', () => {
  let now = 1_000_000;
  const limiter = new RateLimiter({ perSecond: 20, burst: 100 }, () => now);
  for (let n = 0; n < 100; n += 1) assert.equal(limiter.take('a'), 0);
  const wait = limiter.take('a');
  assert.ok(wait > 0 && wait <= 0.05, String(wait));
  now += Math.ceil(wait * 1_000);
  assert.equal(limiter.take('a'), 0);
  assert.equal(limiter.take('b'), 0, 'another key has its own bucket');
});

test('allows at most burst plus rate in any second', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 8 }), { minLength: 300, maxLength: 400 }), (steps) => {
      let now = 0;
      const limiter = new RateLimiter({ perSecond: 50, burst: 10 }, () => now);
      const passed: number[] = [];
      for (const step of steps) {
        now += step;
        if (limiter.take('k') === 0) passed.push(now);
      }
      for (const start of passed) {
        assert.ok(passed.filter((at) => at >= start && at < start + 1_000).length <= 60);
      }
      // Attempts that all pass would not show a limit that is too high.
      assert.ok(passed.length < steps.length);
    }),
  );
});

test('bounds its memory and survives a clock that is set back', () => {
  let now = 5_000;
  const limiter = new RateLimiter({ perSecond: 1, burst: 2 }, () => now, 1_000);
  for (let n = 0; n < 20_000; n += 1) limiter.take(`key ${n}`);
  assert.equal(limiter.size, 1_000);
  limiter.take('x');
  now = 0;
  assert.equal(limiter.take('x'), 0);
});

test('a flood of new keys does not refill the bucket of a key that goes on', () => {
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 }, () => 0, 10);
  assert.equal(limiter.take('guesser'), 0);
  for (let n = 0; n < 100; n += 1) {
    limiter.take(`key ${n}`);
    assert.ok(limiter.take('guesser') > 0, `after ${n + 1} new keys`);
  }
  assert.equal(limiter.size, 10);
});

test('an empty bucket fills again after a clock was set back, also where it is only asked', () => {
  let now = 5_000;
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 }, () => now);
  limiter.take('x');
  now = 0;
  assert.equal(limiter.wait('x'), 1);
  now = 1_000;
  assert.equal(limiter.wait('x'), 0);
});
