import { ACCOUNT_STATUSES, type AccountStatus } from '@fanfare/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountEvent,
  canPublish,
  countsAgainstCap,
  inactiveMessage,
  nextAccountStatus,
} from '../src/account-state.ts';

const EVENTS: readonly AccountEvent[] = ['credential_lapsed', 'removed_by_user', 'disconnected', 'reconnected'];

describe('the status of an account after an event', () => {
  it.each<[AccountStatus, AccountEvent, AccountStatus]>([
    ['active', 'credential_lapsed', 'expired'],
    ['active', 'removed_by_user', 'revoked'],
    ['active', 'disconnected', 'revoked'],
    ['active', 'reconnected', 'active'],
    ['expired', 'credential_lapsed', 'expired'],
    ['expired', 'removed_by_user', 'revoked'],
    ['expired', 'disconnected', 'revoked'],
    ['expired', 'reconnected', 'active'],
    ['revoked', 'credential_lapsed', 'revoked'],
    ['revoked', 'removed_by_user', 'revoked'],
    ['revoked', 'disconnected', 'revoked'],
    ['revoked', 'reconnected', 'active'],
  ])('%s, %s → %s', (before, event, after) => {
    expect(nextAccountStatus(before, event)).toBe(after);
  });

  it('an event that arrives twice changes nothing the second time', () => {
    for (const status of ACCOUNT_STATUSES) {
      for (const event of EVENTS) {
        const once = nextAccountStatus(status, event);
        expect([status, event, nextAccountStatus(once, event)]).toEqual([status, event, once]);
      }
    }
  });

  it('whatever happened before, only connecting again makes an account active', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACCOUNT_STATUSES),
        fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 12 }),
        (start, events) => {
          const end = events.reduce(nextAccountStatus, start);
          expect(end === 'active').toBe(events.at(-1) === 'reconnected');
        },
      ),
    );
  });

  it('a revoked account stays revoked through late news about its credential', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS.filter((event) => event !== 'reconnected'))), (events) => {
        expect(events.reduce(nextAccountStatus, 'revoked' satisfies AccountStatus as AccountStatus)).toBe('revoked');
      }),
    );
  });
});

it('only active accounts publish, and all but revoked ones count against the cap', () => {
  expect(ACCOUNT_STATUSES.map((status) => [status, canPublish(status), countsAgainstCap(status)])).toEqual([
    ['active', true, true],
    ['expired', false, true],
    ['revoked', false, false],
  ]);
});

it('an account that is not active says why, where that is known', () => {
  expect(inactiveMessage('expired', 'refresh_rejected')).toBe(
    'The account is expired (refresh_rejected). Connect it again to publish.',
  );
  expect(inactiveMessage('gone', null)).toBe('The account is gone. Connect it again to publish.');
});
