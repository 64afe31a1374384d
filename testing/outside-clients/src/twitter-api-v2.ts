import { type Check, statusOfRefusal } from './book.ts';
import { loadClient } from './install-clients.ts';
import { CALLBACK, type SandboxDoor } from './sandbox-door.ts';

type Data<T> = Promise<{ readonly data: T }>;
type Post = {
  readonly id: string;
  readonly text: string;
  readonly public_metrics?: { readonly retweet_count: number };
};

/** The part of node-twitter-api-v2 that is used here. */
type Library = { readonly TwitterApi: new (keys: { clientId: string; clientSecret: string }) => Client };
type Session = { readonly client: Client; readonly refreshToken?: string; readonly scope: readonly string[] };
type Client = {
  generateOAuth2AuthLink(
    callback: string,
    options: { scope: readonly string[] },
  ): { url: string; codeVerifier: string };
  loginWithOAuth2(login: { code: string; codeVerifier: string; redirectUri: string }): Promise<Session>;
  refreshOAuth2Token(token: string): Promise<Session>;
  revokeOAuth2Token(token: string, hint: 'access_token'): Promise<unknown>;
  getActiveTokens(): { readonly bearerToken?: string };
  readonly v1: { uploadMedia(bytes: Buffer, options: { mimeType: string }): Promise<string> };
  readonly v2: {
    me(): Data<{ readonly id: string; readonly username: string }>;
    uploadMedia(bytes: Buffer, options: { media_type: string }, chunkBytes?: number): Promise<string>;
    createMediaMetadata(id: string, metadata: { alt_text: { text: string } }): Promise<unknown>;
    tweet(text: string, payload?: Readonly<Record<string, unknown>>): Data<Post>;
    reply(text: string, to: string): Data<Post>;
    quote(text: string, quoted: string): Data<Post>;
    retweet(person: string, id: string): Data<{ readonly retweeted: boolean }>;
    unretweet(person: string, id: string): Data<{ readonly retweeted: boolean }>;
    singleTweet(id: string, options: { 'tweet.fields': readonly string[] }): Data<Post>;
    tweets(ids: readonly string[]): Promise<{ readonly data: readonly Post[]; readonly errors?: readonly unknown[] }>;
    userTimeline(id: string): Promise<{ readonly tweets: readonly Post[] }>;
    deleteTweet(id: string): Data<{ readonly deleted: boolean }>;
  };
};

const scope = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

/** PLhery/node-twitter-api-v2. */
export async function runTwitterApiV2(door: SandboxDoor, check: Check): Promise<void> {
  const { TwitterApi } = await loadClient<Library>('twitter-api-v2');
  const app = new TwitterApi({ clientId: 'sandbox-x-app', clientSecret: 'sandbox-x-secret' });
  let session: Session | undefined;
  const client = () => {
    if (!session) throw new Error('not logged in');
    return session.client;
  };
  await check('generateOAuth2AuthLink, loginWithOAuth2', '5 scopes', async () => {
    const link = app.generateOAuth2AuthLink(CALLBACK, { scope });
    const back = await door.allow(link.url);
    const code = back.searchParams.get('code') ?? '';
    session = await app.loginWithOAuth2({ code, codeVerifier: link.codeVerifier, redirectUri: CALLBACK });
    return `${session.scope.length} scopes`;
  });
  await check('refreshOAuth2Token', 'another pair', async () => {
    const before = session?.refreshToken ?? '';
    session = await app.refreshOAuth2Token(before);
    return session.refreshToken !== before ? 'another pair' : 'the same token';
  });
  let me = '';
  await check('v2.me', 'ada', async () => {
    const { data } = await client().v2.me();
    me = data.id;
    return data.username;
  });
  let picture = '';
  await check('v2.uploadMedia of a picture', 'an id', async () => {
    picture = await client().v2.uploadMedia(door.sample('harbour.jpg'), { media_type: 'image/jpeg' });
    return /^\d+$/.test(picture) ? 'an id' : picture;
  });
  await check('v2.createMediaMetadata', 'done', async () => {
    await client().v2.createMediaMetadata(picture, { alt_text: { text: 'Boats' } });
    return 'done';
  });
  let post = '';
  await check('v2.tweet with that picture', 'image: Boats', async () => {
    post = (await client().v2.tweet('Evening', { media: { media_ids: [picture] } })).data.id;
    const [shown] = (await door.newest('x'))?.media ?? [];
    return `${shown?.type}: ${shown?.altText}`;
  });
  await check('v2.uploadMedia of a video, v2.tweet', 'video', async () => {
    const video = await client().v2.uploadMedia(door.sample('clip.mp4'), { media_type: 'video/mp4' }, 20_000);
    await client().v2.tweet('Moving', { media: { media_ids: [video] }, made_with_ai: true });
    return (await door.newest('x'))?.media[0]?.type ?? 'nothing';
  });
  await check('v2.reply to oneself', 'Thanks', async () => (await client().v2.reply('Thanks', post)).data.text);
  await check('v2.tweet with a poll', 'Which?', async () => {
    const poll = { duration_minutes: 60, options: ['Red', 'Blue'] };
    return (await client().v2.tweet('Which?', { poll })).data.text;
  });
  await check('v2.tweet, the same text again', DUPLICATE, async () => {
    await client().v2.tweet('Only once');
    return (await client().v2.tweet('Only once')).data.id;
  });
  await check('v2.quote (Enterprise only)', QUOTE, async () => (await client().v2.quote('Look', post)).data.id);
  await check('v2.retweet', 'true', async () => String((await client().v2.retweet(me, post)).data.retweeted));
  await check('v2.retweet again', AGAIN, async () => String((await client().v2.retweet(me, post)).data.retweeted));
  await check('v2.unretweet', 'false', async () => String((await client().v2.unretweet(me, post)).data.retweeted));
  await check('v2.singleTweet, tweet.fields', '0 reposts', async () => {
    const { data } = await client().v2.singleTweet(post, { 'tweet.fields': ['public_metrics'] });
    return `${data.public_metrics?.retweet_count} reposts`;
  });
  await check('v2.tweets, one of them missing', '1 and 1 error', async () => {
    const { data, errors = [] } = await client().v2.tweets([post, '1']);
    return `${data.length} and ${errors.length} error`;
  });
  await check('v2.userTimeline', '5 posts', async () => `${(await client().v2.userTimeline(me)).tweets.length} posts`);
  await check('v2.deleteTweet', 'true', async () => String((await client().v2.deleteTweet(post)).data.deleted));
  await check('v1.uploadMedia (shut on 2025-06-09)', '404', () =>
    statusOfRefusal(client().v1.uploadMedia(door.sample('harbour.jpg'), { mimeType: 'image/jpeg' })),
  );
  await check('revokeOAuth2Token, then v2.me', '401: Unauthorized', async () => {
    await app.revokeOAuth2Token(client().getActiveTokens().bearerToken ?? '', 'access_token');
    return (await client().v2.me()).data.username;
  });
}

const DUPLICATE = '403: You are not allowed to create a Tweet with duplicate content.';
const QUOTE = '403: You are not permitted to perform this action.';
const AGAIN = '400: You cannot retweet a Tweet that you have already retweeted.';
