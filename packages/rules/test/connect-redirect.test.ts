import { expect, test } from 'vitest';
import { connectRedirect } from '../src/connect-redirect.ts';

const DENIED = { ok: false, reason: 'access_denied' } as const;
const CONNECTED = { ok: true, accountId: 'acc_1', platform: 'threads', username: 'ada & co', pages: [] } as const;

test.each([
  ['https://app.example', 'https://app.example/?'],
  ['https://app.example/done?', 'https://app.example/done?'],
  ['http://[::1]:3000/', 'http://[::1]:3000/?'],
  ['https://app.example/?from=settings&tab=2', 'https://app.example/?from=settings&tab=2&'],
  // The caller's own query stays as it was written.
  ['https://app.example/?q=a%20b+c&empty&x=%C3%A9&x=2', 'https://app.example/?q=a%20b+c&empty&x=%C3%A9&x=2&'],
  ['https://app.example/?a=1&status=mine&accountId=x&status=two', 'https://app.example/?a=1&'],
])('%s', (redirectUrl, start) => {
  expect(connectRedirect(redirectUrl, CONNECTED)).toBe(
    `${start}status=success&accountId=acc_1&platform=threads&username=ada+%26+co`,
  );
});

test('a failure says why, and replaces only the fields it has', () => {
  expect(connectRedirect('https://app.example/done?reason=mine&username=eve', DENIED)).toBe(
    'https://app.example/done?username=eve&status=error&reason=access_denied',
  );
});
