import { REQUEST_ERRORS, TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { FanfareApiError, FanfareConnectionError } from '@fanfare/sdk';
import { expect, test } from 'vitest';
import { sentenceOf } from '../src/frame/error-words.ts';
import { remedyOf, withoutCode } from '../src/posts/remedies.ts';

/** Words of callers of the API: nobody sees such things on a page. */
const OF_CALLERS = /`|\bkey\b|connect flow|\bslug\b|\/api\/|\btarget\b/;

const failure = (code: string, status: number, text: string, details: unknown[] = []) =>
  new FanfareApiError({
    ...{ code, status, text, requestId: 'req', docUrl: null, headers: new Headers(), retryAfterMs: null },
    details: details as never,
  });

test.each(Object.keys(TARGET_ERRORS) as TargetErrorCode[])(
  'a target that failed with %s is remedied on the pages',
  (code) => {
    expect(remedyOf({ code, remedy: TARGET_ERRORS[code].remedy })).toEqual(expect.stringMatching(/^[A-Z].*\.$/));
    expect(remedyOf({ code, remedy: TARGET_ERRORS[code].remedy })).not.toMatch(OF_CALLERS);
  },
);

test('what a network itself advises stays; without any advice the page has its own', () => {
  const remedy = 'Write the comment on linkedin.com.';
  expect(remedyOf({ code: 'permission_missing', remedy })).toBe(remedy);
  expect(remedyOf({ code: 'cancelled', remedy: null })).toBe(
    'To publish it after all, press “Duplicate” on the post’s page.',
  );
  expect(withoutCode('permission_missing: The account lacks tweet.write: connect it again.')).toBe(
    'The account lacks tweet.write: connect it again.',
  );
});

test.each(Object.entries(REQUEST_ERRORS))(
  'an answer with %s is shown without its status and code',
  (code, { status }) => {
    const said = sentenceOf(failure(code, status, 'What happened.'));
    expect(said).not.toContain(code);
    expect(said).not.toContain(String(status));
    expect(said).toMatch(/^[A-Z].*\.$/);
  },
);

test('an exceeded quota has its numbers, and a lost connection no address', () => {
  const detail = { limit: 1_000, used: 900, reserved: 98, requested: 66, resetsAt: '2026-12-01T00:00:00.000Z' };
  expect(sentenceOf(failure('quota_exceeded', 429, 'Too much.', [detail]))).toMatch(
    /^Nothing was published: this needs 66 units, and 2 of 1,000 are left until December 1\. Choose fewer accounts/,
  );
  const lost = new FanfareConnectionError('GET http://127.0.0.1/api/v1/posts got no answer: Failed to fetch');
  expect([lost, new TypeError('Failed to fetch')].map(sentenceOf)).toEqual([
    'The server cannot be reached. Check your connection, then try again.',
    'The server cannot be reached. Check your connection, then try again.',
  ]);
});

test('what the answer says to do already is not said twice', () => {
  const said = 'ada@example.com is the only owner. Make another member an owner first.';
  expect(sentenceOf(failure('last_owner', 409, said))).toBe(said);
});

test('broken fields have the names of the pages', () => {
  const details = [
    { path: 'name', message: 'Must not be empty.' },
    { path: 'platforms[0].mediaItems[2].url', message: 'Must have at most 2048 characters.' },
    { path: 'publishAt', message: 'The time is in the past.' },
  ];
  expect(
    sentenceOf(failure('invalid_request', 400, 'name: Must not be empty. (and 2 more, see details)', details)),
  ).toBe(
    'The name must not be empty. The address of the picture or video must have at most 2048 characters. The time is in the past.',
  );
});
