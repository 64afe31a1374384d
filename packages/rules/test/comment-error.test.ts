import { TARGET_ERRORS, type TargetErrorCode } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { toCommentError } from '../src/index.ts';

const detailOf = (code: TargetErrorCode, more: { readonly message?: string; readonly remedy?: string } = {}) => ({
  code,
  message: TARGET_ERRORS[code].meaning,
  remedy: TARGET_ERRORS[code].remedy,
  ...more,
});

test('what the catalogue says of posts is said of the comment', () => {
  expect(toCommentError(detailOf('outcome_unknown'))).toBe(
    'outcome_unknown: The network was asked to post the comment, but no answer came back: the comment may be live. Look below the post before commenting again.',
  );
  expect(toCommentError(detailOf('worker_lost'))).toBe(
    'worker_lost: The server that was to post the comment stopped before it was sent.',
  );
});

test('a code with nothing of its own to say of comments keeps the catalogue’s words', () => {
  expect(toCommentError(detailOf('rate_limited'))).toBe(`rate_limited: ${TARGET_ERRORS.rate_limited.meaning}`);
});

test('the network’s own words stay, and its remedy is said with them; the catalogue’s is about sending posts again', () => {
  const detail = { message: 'The comment is too long for this post.' };
  expect(toCommentError(detailOf('content_rejected', detail))).toBe(`content_rejected: ${detail.message}`);
  expect(toCommentError(detailOf('content_rejected', { ...detail, remedy: 'Shorten it.' }))).toBe(
    `content_rejected: ${detail.message} Shorten it.`,
  );
});

test('the text ends after 500 characters', () => {
  const error = toCommentError(detailOf('content_rejected', { message: 'a'.repeat(600) }));
  expect(error).toBe(`content_rejected: ${'a'.repeat(482)}`);
});
