import type { Platform } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { judgeRepost } from '../src/judge-repost.ts';

const accounts = new Map<string, { platform: Platform; name: string }>([
  ['acc_x', { platform: 'x', name: 'ada' }],
  ['acc_y', { platform: 'x', name: 'grace' }],
  ['acc_t', { platform: 'threads', name: 'ada' }],
]);
const x = { platform: 'x', readPostUrl: () => null, postIdProblem: (id: string) => (id === '20' ? null : 'No id.') };
const judge = (accountIds: readonly string[], platformPostId = '20') =>
  judgeRepost(
    { networks: [{ ...x, platform: 'x' }], accounts },
    {
      platform: 'x',
      platformPostId,
      accountIds: [...accountIds],
    },
  );

it('the accounts come in the order of the request', () => {
  expect(judge(['acc_y', 'acc_x'])).toEqual({
    ok: true,
    platformPostId: '20',
    accounts: [accounts.get('acc_y'), accounts.get('acc_x')],
  });
});

it.each([
  ['a wrong post before everything', ['acc_no', 'acc_t'], 'twenty', 'invalid_request', ['platformPostId']],
  [
    'unknown accounts before other platforms',
    ['acc_t', 'acc_no', 'acc_none'],
    '20',
    'account_not_found',
    ['accountIds[1]', 'accountIds[2]'],
  ],
  ['accounts of another platform', ['acc_x', 'acc_t'], '20', 'platform_mismatch', ['accountIds[1]']],
])('refused: %s', (_name, accountIds, platformPostId, code, paths) => {
  const judged = judge(accountIds, platformPostId);
  if (judged.ok) throw new Error('was allowed');
  expect(judged.refusal.code).toBe(code);
  expect(judged.refusal.details?.map((detail) => 'path' in detail && detail.path)).toEqual(paths);
});

it('an account of another platform is named with both platforms', () => {
  const message = 'Account acc_t is on threads, but the post is on x.';
  expect(judge(['acc_t'])).toMatchObject({
    refusal: { details: [{ path: 'accountIds[0]', message, platform: 'x', accountId: 'acc_t' }] },
  });
});
