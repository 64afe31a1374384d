import { expect, test } from 'vitest';
import { describeFailure, HOW_TO_START } from '../src/index.ts';

/** An error with the public fields that the SDK gives it. */
const sdkError = (name: string, message: string, fields: object = {}): Error =>
  Object.assign(new Error(message), { name, ...fields });

test('a post that breaks rules: every rule, with its place', () => {
  const details = [{ path: 'platforms[0].content', rule: 'x.text.length', message: 'Too long.', severity: 'error' }];
  const error = sdkError('InvalidPostError', '422 invalid_post: One rule is broken.', { requestId: 'req_1', details });
  expect(describeFailure(error)).toBe(
    '422 invalid_post: One rule is broken.\n  platforms[0].content: x.text.length: Too long.',
  );
});

test('any other error answer: with the request id', () => {
  const error = (requestId: string | null) =>
    sdkError('NotFoundError', '404 not_found: No such post.', { requestId, details: [] });
  expect(describeFailure(error('req_1'))).toBe('404 not_found: No such post. (req_1)');
  expect(describeFailure(error(null))).toBe('404 not_found: No such post. (no request id)');
});

test('no answer: how to start a service', () => {
  const error = sdkError('FanfareConnectionError', 'Nothing answers.');
  expect(describeFailure(error)).toBe(`Nothing answers.\n${HOW_TO_START}`);
});

test('a sentence stays one, a mistake in the program shows where it is', () => {
  expect(describeFailure(sdkError('FanfareError', 'No key.'))).toBe('No key.');
  expect(describeFailure(new Error('Fanfare is not running.'))).toBe('Fanfare is not running.');
  expect(describeFailure(new TypeError('x is not a function'))).toContain('describe-failure.test.ts');
  expect(describeFailure('thrown')).toBe('thrown');
});
