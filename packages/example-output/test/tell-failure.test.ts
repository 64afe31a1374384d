import { HOW_TO_START } from '@fanfare/dev-service';
import { FanfareConnectionError, FanfareError, InvalidPostError, NotFoundError } from '@fanfare/sdk';
import { expect, test } from 'vitest';
import { tellFailure } from '../src/index.ts';

const ANSWER = { requestId: 'req_1', docUrl: null, headers: new Headers(), retryAfterMs: null } as const;

test('a post that breaks rules: every rule, with its place', () => {
  const rule = { path: 'platforms[0].content', rule: 'x.text.length', message: 'Too long.' };
  const details = [{ ...rule, severity: 'error', platform: 'x', accountId: 'acc_1', limit: 280, actual: 300 }] as const;
  const error = new InvalidPostError({
    ...ANSWER,
    status: 422,
    code: 'invalid_post',
    text: 'One rule is broken.',
    details: [...details],
  });
  expect(tellFailure(error)).toBe(
    '422 invalid_post: One rule is broken.\n  platforms[0].content: x.text.length: Too long.',
  );
});

test('any other answer that is an error: with the id to quote', () => {
  const parts = { ...ANSWER, status: 404, code: 'not_found', text: 'No such post.', details: [] } as const;
  const error = (requestId: string | null) => new NotFoundError({ ...parts, details: [], requestId });
  expect(tellFailure(error('req_1'))).toBe('404 not_found: No such post. (req_1)');
  expect(tellFailure(error(null))).toBe('404 not_found: No such post. (no request id)');
});

test('no answer: how to start what should have given one', () => {
  expect(tellFailure(new FanfareConnectionError('Nothing answers.'))).toBe(`Nothing answers.\n${HOW_TO_START}`);
});

test('a sentence stays one, a mistake in the program shows where it is', () => {
  expect(tellFailure(new FanfareError('No key.'))).toBe('No key.');
  expect(tellFailure(new Error('Fanfare is not running.'))).toBe('Fanfare is not running.');
  expect(tellFailure(new TypeError('x is not a function'))).toContain('tell-failure.test.ts');
  expect(tellFailure('thrown')).toBe('thrown');
});
