import { expect, test } from 'vitest';
import { allowsAccount, takesPlace } from '../src/account-cap.ts';
import { PLANS } from '../src/plans.ts';

test.each([
  ['free', 0, true],
  ['free', 4, true],
  ['free', 5, false],
  // After the plan became smaller.
  ['free', 6, false],
  ['pro', 49, true],
  ['pro', 50, false],
  ['self_hosted', 1_000_000, true],
] as const)('the plan %s with %i connected accounts has room: %s', (plan, connected, room) => {
  expect(allowsAccount(PLANS[plan], connected)).toBe(room);
});

test.each([
  [null, true],
  ['revoked', true],
  ['active', false],
  ['expired', false],
] as const)('connecting a profile whose account is %s takes a place: %s', (status, takes) => {
  expect(takesPlace(status)).toBe(takes);
});
