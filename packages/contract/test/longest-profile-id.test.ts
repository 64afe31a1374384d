import { expect, test } from 'vitest';
import { AccountSchema, ConnectBodySchema } from '../src/index.ts';

test('the longest profileId a request may carry fits the account of an answer, counted in code points', () => {
  const account = {
    id: 'acc_01m3xtwm0vet08x5hq5vvts79j',
    platform: 'x',
    platformUserId: '7',
    username: 'ada',
    status: 'active',
    statusReason: null,
    connectedAt: '2026-11-20T09:00:00.000Z',
  };
  const profileId = '😀'.repeat(255);
  expect(ConnectBodySchema.parse({ platform: 'x', profileId })).toEqual({ platform: 'x', profileId });
  expect(AccountSchema.parse({ ...account, profileId })).toEqual({ ...account, profileId });
  expect(AccountSchema.safeParse({ ...account, profileId: `${profileId}p` }).success).toBe(false);
});
