import { type Account, TARGET_ERRORS, type Target, type TargetErrorCode } from '@fanfare/contract';
import type { PostView } from '@fanfare/sandbox';
import { expect } from 'vitest';

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`)) as string;
export const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** The whole answer of a first request. */
export function created(post: {
  status: string;
  content?: string;
  media?: readonly unknown[];
  targets: readonly Target[];
  warnings?: readonly unknown[];
}) {
  const { warnings = [], content = '', media = [], ...rest } = post;
  return {
    post: { id: id('post'), createdAt: MOMENT, publishAt: null, cancelledAt: null, content, media, ...rest },
    replayed: false,
    warnings,
  };
}

/** The requested content; its values have their own tests (`posts/create/requested`). */
export const ASKED = expect.any(Object) as Target['requested'];

const quiet = {
  ...{ commentStatus: 'none' as const, commentId: null, commentError: null },
  ...{ unpublishedAt: null, unpublishError: null, warnings: [], requested: ASKED },
};

/** A target whose post readers see as `post`. */
export function publishedTarget(account: Account, post: Pick<PostView, 'id' | 'url'> | undefined): Target {
  if (!post) throw new Error(`nothing is published on ${account.platform}`);
  return {
    id: id('tgt'),
    accountId: account.id,
    platform: account.platform,
    status: 'published',
    platformPostId: post.id,
    url: post.url,
    error: null,
    errorDetail: null,
    publishedAt: MOMENT,
    ...quiet,
  };
}

/** A target whose post readers see as `post` while its first comment is pending. */
export function commentingTarget(account: Account, post: Pick<PostView, 'id' | 'url'> | undefined): Target {
  return { ...publishedTarget(account, post), status: 'pending' };
}

/** A target whose post readers see as `post`, with one comment of its author below it. */
export function commentedTarget(account: Account, post: PostView | undefined): Target {
  const target = publishedTarget(account, post);
  const [comment, ...others] = post!.comments;
  if (!comment || others.length > 0) throw new Error(`${post!.comments.length} comments stand below the post`);
  return { ...target, commentStatus: 'published', commentId: comment.id };
}

/** A target that is published and whose comment failed with this code and words. */
export function uncommentedTarget(
  account: Account,
  post: Pick<PostView, 'id' | 'url'> | undefined,
  code: TargetErrorCode,
  words = /\S/,
): Target {
  const commentError = expect.stringMatching(new RegExp(`^${code}: .*${words.source}`)) as string;
  return { ...publishedTarget(account, post), commentStatus: 'failed', commentError: commentError };
}

export type ExpectedError = {
  readonly code: TargetErrorCode;
  readonly networkCode?: string | null;
  readonly networkMessage?: string | null | RegExp;
  readonly mediaIndex?: number | null;
  readonly message?: RegExp;
};

/**
 * A target that failed with this error. The adapters choose the wording; everything a program can
 * branch on is compared.
 */
export function failedTarget(account: Account, error: ExpectedError): Target {
  const { code, networkCode = null, networkMessage = null, mediaIndex = null, message = /\S/ } = error;
  const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
  return {
    id: id('tgt'),
    accountId: account.id,
    platform: account.platform,
    status: 'failed',
    platformPostId: null,
    url: null,
    error: matching(new RegExp(`^${code}: \\S`)),
    errorDetail: {
      code,
      message: matching(message),
      retryable: TARGET_ERRORS[code].retryable,
      networkCode,
      networkMessage: networkMessage instanceof RegExp ? matching(networkMessage) : networkMessage,
      mediaIndex,
      remedy: matching(/^[A-Z].*\.$/),
    },
    publishedAt: null,
    ...quiet,
  };
}
