import type * as Api from '@fanfare/contract';
import type { z } from 'zod';
import type * as Sdk from '../src/index.ts';
import {
  type CreatePostRequest,
  type CreatingPost,
  connect,
  Fanfare,
  FanfareApiError,
  InvalidPostError,
  NotFoundError,
  type Platform,
  type Post,
  type QuotaDetail,
  QuotaExceededError,
  type RuleViolation,
  type Target,
  type TargetErrorDetail,
} from '../src/index.ts';

/** Compiles only when both types are one and the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Fits<Given, Wanted> = [Given] extends [Wanted] ? true : false;
const yes = <_T extends true>(): void => undefined;
type Plain<T> = T extends (infer Item)[] ? Plain<Item>[] : T extends object ? { [Name in keyof T]: Plain<T[Name]> } : T;

// What is answered is what the contract says.
yes<Same<Plain<Sdk.Account>, Plain<Api.Account>>>();
yes<Same<Plain<Sdk.Space>, Plain<Api.Space>>>();
yes<Same<Plain<Sdk.Usage>, Plain<Api.Usage>>>();
yes<Same<Plain<Sdk.RuleViolation>, Plain<Api.RuleViolation>>>();
yes<Same<Plain<Sdk.PlatformList>, Plain<Api.ListPlatformsResponse>>>();
yes<Same<Plain<Sdk.PostValidated>, Plain<Api.ValidatePostResponse>>>();
yes<Same<Plain<Sdk.PostReposted>, Plain<Api.RepostPostResponse>>>();
yes<Same<Plain<Sdk.RepostCreated>, Plain<Api.CreateRepostResponse>>>();
yes<Same<Sdk.Platform, Api.Platform>>();
yes<Same<Sdk.OAuthPlatform, Api.OAuthPlatform>>();
yes<Same<Sdk.PostStatus, Api.PostStatus>>();
yes<Same<Sdk.TargetErrorCode, Api.TargetErrorCode>>();
yes<Same<Sdk.RequestErrorCode, Api.RequestErrorCode>>();
yes<Same<keyof Sdk.Post, keyof Api.Post>>();
// Targets are narrower here: their fields depend on their status.
yes<Fits<Target, Api.Target>>();
yes<Same<keyof Target, keyof Api.Target>>();
yes<Same<Target['status'], Api.Target['status']>>();
yes<Fits<Sdk.PostMetrics, Plain<Api.PostMetricsResponse>>>();
// Whatever the contract takes may be sent.
type Sent<Schema extends z.ZodTypeAny> = z.input<Schema>;
yes<Fits<Sent<typeof Api.CreatePostBodySchema>, CreatePostRequest>>();
yes<Fits<Sent<typeof Api.ConnectBodySchema>, Sdk.ConnectRequest>>();
yes<Fits<Sent<typeof Api.RepostPostBodySchema>, Sdk.RepostPostRequest>>();

// A status narrows to its fields.
export function narrow(target: Target, post: Post): string {
  // @ts-expect-error: nobody knows yet whether it failed.
  target.errorDetail.code;
  switch (target.status) {
    case 'failed':
      yes<Same<typeof target.errorDetail, TargetErrorDetail>>();
      yes<Same<typeof target.error, string>>();
      yes<Same<typeof target.publishedAt, null>>();
      return target.error;
    case 'published':
      yes<Same<typeof target.publishedAt, string>>();
      yes<Same<typeof target.errorDetail, null>>();
      return target.publishedAt;
    case 'pending':
      yes<Same<typeof target.error, null>>();
      return post.status;
    default:
      return target satisfies never;
  }
}

const fanfare = new Fanfare();
const platforms = [{ platform: 'x', accountId: 'acc_1' }] as const;

// Requests take constants and dates, and no names that do not exist.
void fanfare.posts.create({
  platforms,
  publishAt: new Date(),
  mediaItems: [{ type: 'image', url: 'https://a.example/a.jpg' }],
});
// @ts-expect-error: there is no such platform.
void fanfare.posts.create({ platforms: [{ platform: 'linkdin', accountId: 'acc_1' }] });
// @ts-expect-error: there is no such field.
void fanfare.posts.create({ platforms, contents: 'Hello' });
// @ts-expect-error: targets are required.
void fanfare.posts.create({ content: 'Hello' });
// @ts-expect-error: hubs are connected with `connectHub`.
void fanfare.accounts.connect({ platform: 'hub' });
// @ts-expect-error: either a link, or platform and id.
void fanfare.reposts.create({ url: 'https://x.com/a/status/1', platformPostId: '1', accountIds: [] });
// @ts-expect-error: an id needs its platform.
void fanfare.reposts.create({ platformPostId: '1', accountIds: [] });
// @ts-expect-error: with a key the hub's type is required.
void fanfare.accounts.connectHub({ hubUrl: 'https://hub.example', apiKey: 'k' });
// @ts-expect-error: the clock of tests is nothing for users.
new Fanfare({}, undefined);

// Answers are what `await` gives; nothing is `any`.
yes<Same<ReturnType<typeof fanfare.posts.create>, CreatingPost>>();
yes<Same<Awaited<ReturnType<typeof fanfare.posts.create>>, Sdk.PostCreated>>();
yes<Same<Awaited<ReturnType<typeof fanfare.posts.get>>, Sdk.PostAnswer>>();
yes<Same<Awaited<ReturnType<typeof fanfare.posts.list>>, Sdk.PostList>>();
yes<Same<Awaited<ReturnType<typeof fanfare.accounts.spaces>>, Sdk.SpaceList>>();
yes<Same<Awaited<ReturnType<typeof fanfare.accounts.mentions>>, Sdk.MentionList>>();
yes<Same<Awaited<ReturnType<typeof fanfare.posts.waitUntilSettled>>, Post>>();
yes<Same<Awaited<ReturnType<ReturnType<typeof fanfare.usage.get>['withResponse']>>, Sdk.Answer<Sdk.Usage>>>();
export async function iterate(): Promise<void> {
  for await (const post of fanfare.posts.list()) yes<Same<typeof post, Post>>();
  for await (const page of fanfare.posts.list().pages()) yes<Same<typeof page, Sdk.PostList>>();
  for await (const { platform } of fanfare.platforms.list()) yes<Same<typeof platform, Platform>>();
}

// A class narrows to its code, status and details.
export function explain(error: unknown): string {
  if (error instanceof InvalidPostError) {
    yes<Same<typeof error.details, RuleViolation[]>>();
    yes<Same<typeof error.code, 'invalid_post'>>();
    return error.details.map(({ rule }) => rule).join();
  }
  if (error instanceof QuotaExceededError) yes<Same<typeof error.details, QuotaDetail[]>>();
  if (error instanceof NotFoundError) return error.docUrl ?? '';
  if (error instanceof FanfareApiError && error.code === 'rate_limited') return `${error.retryAfterMs}`;
  return '';
}

const outcome = connect.parseRedirect('/');
if (outcome?.status === 'success') yes<Same<typeof outcome.platform, Sdk.OAuthPlatform>>();
if (outcome?.status === 'error') yes<Fits<'access_denied', typeof outcome.reason>>();
