import { type Check, statusOfRefusal } from './book.ts';
import { loadClient } from './install-clients.ts';
import { CALLBACK, type SandboxDoor } from './sandbox-door.ts';

type Answer<T> = Promise<{ readonly data?: T; readonly errors?: readonly unknown[] }>;
type Body = Readonly<Record<string, unknown>>;
type Media = { readonly id: string };

/** The part of X's own SDK that is used here. */
type Library = {
  readonly OAuth2: new (
    config: Body,
  ) => {
    getAuthorizationUrl(state: string): Promise<string>;
    setPkceParameters(verifier: string): Promise<void>;
    exchangeCode(code: string, verifier: string): Promise<{ readonly access_token: string }>;
  };
  readonly generateCodeVerifier: () => string;
  readonly Client: new (config: {
    accessToken: string;
  }) => {
    readonly users: {
      getMe(): Answer<{ readonly id: string; readonly username: string }>;
      repostPost(person: string, body: { tweetId: string }): Answer<{ readonly retweeted: boolean }>;
      getPosts(person: string, options: Body): Answer<readonly { readonly id: string }[]>;
    };
    readonly posts: {
      create(body: Body): Answer<{ readonly id: string }>;
      getById(id: string, options: Body): Answer<{ readonly publicMetrics?: Readonly<Record<string, number>> }>;
      getByIds(ids: readonly string[], options: Body): Answer<readonly unknown[]>;
      delete(id: string): Answer<{ readonly deleted: boolean }>;
    };
    readonly media: {
      initializeUpload(body: Body): Answer<Media>;
      appendUpload(id: string, body: Body): Promise<unknown>;
      finalizeUpload(id: string): Answer<Media>;
      getUploadStatus(id: string, options: { command: string }): Answer<Media>;
      upload(body: Body): Answer<Media>;
      createMetadata(body: Body): Promise<unknown>;
      createSubtitles(body: Body): Promise<unknown>;
    };
  };
};

/** `@xdevplatform/xdk`, written by X from its own description. */
export async function runXdk(door: SandboxDoor, check: Check): Promise<void> {
  const { OAuth2, Client, generateCodeVerifier } = await loadClient<Library>('@xdevplatform/xdk');
  let x: InstanceType<Library['Client']> | undefined;
  const client = () => {
    if (!x) throw new Error('not logged in');
    return x;
  };
  await check('OAuth2 with PKCE', 'a token', async () => {
    const verifier = generateCodeVerifier();
    const login = new OAuth2({
      clientId: 'sandbox-x-app',
      clientSecret: 'sandbox-x-secret',
      redirectUri: CALLBACK,
      scope: ['tweet.read', 'tweet.write', 'users.read', 'media.write'],
    });
    await login.setPkceParameters(verifier);
    const back = await door.allow(await login.getAuthorizationUrl('st'));
    const { access_token: accessToken } = await login.exchangeCode(back.searchParams.get('code') ?? '', verifier);
    x = new Client({ accessToken });
    return accessToken ? 'a token' : 'none';
  });
  let me = '';
  await check('users.getMe', 'ada', async () => {
    const { data } = await client().users.getMe();
    me = data?.id ?? '';
    return data?.username ?? 'nobody';
  });
  let post = '';
  await check('posts.create, made_with_ai', 'Made with AI', async () => {
    post = (await client().posts.create({ text: 'From the XDK', madeWithAi: true })).data?.id ?? '';
    return (await door.newest('x'))?.aiGenerated ? 'Made with AI' : 'not labelled';
  });
  await check('posts.getById, post.fields', '0 reposts', async () => {
    const { data } = await client().posts.getById(post, { postFields: ['public_metrics'] });
    return `${data?.publicMetrics?.repostCount ?? data?.publicMetrics?.repost_count} reposts`;
  });
  await check('posts.getByIds, one of them missing', '1 and 1 error', async () => {
    const { data = [], errors = [] } = await client().posts.getByIds([post, '1'], { postFields: ['created_at'] });
    return `${data.length} and ${errors.length} error`;
  });
  const bytes = door.sample('harbour.jpg');
  const media = bytes.toString('base64');
  const begin = async () => {
    const begun = await client().media.initializeUpload({
      mediaType: 'image/jpeg',
      mediaCategory: 'tweet_image',
      totalBytes: bytes.byteLength,
    });
    const id = begun.data?.id ?? '';
    await client().media.appendUpload(id, { media, segmentIndex: 0 });
    return id;
  };
  let upload = '';
  await check('media.initializeUpload, appendUpload (JSON)', 'an id', async () => {
    upload = await begin();
    return /^\d+$/.test(upload) ? 'an id' : upload;
  });
  await check('media.finalizeUpload (without a body)', 'the same id', async () => {
    const { data } = await client().media.finalizeUpload(upload);
    return data?.id === upload ? 'the same id' : String(data?.id);
  });
  await check('media.getUploadStatus of a picture', '400', () =>
    statusOfRefusal(client().media.getUploadStatus(upload, { command: 'STATUS' })),
  );
  await check('posts.create with it', 'image', async () => {
    await client().posts.create({ text: 'In chunks', media: { mediaIds: [upload] } });
    return (await door.newest('x'))?.media[0]?.type ?? 'nothing';
  });
  await check('media.finalizeUpload, where X wants a body', '400: Request body must be a JSON object.', async () => {
    const id = await begin();
    await door.control('x', 'finalize-body', { required: true });
    const ended = await client()
      .media.finalizeUpload(id)
      .finally(() => door.control('x', 'finalize-body', { required: false }));
    return String(ended.data?.id);
  });
  await check('media.upload (one shot, JSON), createMetadata', 'image: Boats', async () => {
    const { data } = await client().media.upload({ media, mediaCategory: 'tweet_image' });
    await client().media.createMetadata({ id: data?.id, metadata: { altText: { text: 'Boats' } } });
    await client().posts.create({ text: 'At once', media: { mediaIds: [data?.id] } });
    const [shown] = (await door.newest('x'))?.media ?? [];
    return `${shown?.type}: ${shown?.altText}`;
  });
  await check('media.upload with media_type (not in 2.167)', NO_SUCH_FIELD, async () => {
    return String((await client().media.upload({ media, mediaCategory: 'tweet_image', mediaType: 'image/jpeg' })).data);
  });
  await check('posts.create in a community, media.createMetadata: sensitive', LABELS, async () => {
    const { data } = await client().media.upload({ media, mediaCategory: 'tweet_image' });
    const metadata = { sensitiveMediaWarning: { graphic_violence: true } };
    await client().media.createMetadata({ id: data?.id, metadata });
    await client().posts.create({
      ...{ text: 'At dawn', communityId: '1493446837214187523', shareWithFollowers: true, paidPartnership: true },
      media: { mediaIds: [data?.id], taggedUserIds: ['2244994945'] },
    });
    const shown = await door.newest('x');
    const label = shown?.sponsors && 'Paid partnership';
    return [shown?.place, label, ...(shown?.notes ?? []), shown?.cover, `With ${shown?.tagged?.join()}`].join(' | ');
  });
  const inChunks = async (name: string, mediaType: string, mediaCategory: string) => {
    const file = door.sample(name);
    const begun = await client().media.initializeUpload({ mediaType, mediaCategory, totalBytes: file.byteLength });
    const id = begun.data?.id ?? '';
    await client().media.appendUpload(id, { media: file.toString('base64'), segmentIndex: 0 });
    await client().media.finalizeUpload(id);
    return id;
  };
  await check('media.createSubtitles', 'English', async () => {
    await door.control('x', 'processing', { ms: 0 });
    const [id, file] = [
      await inChunks('clip.mp4', 'video/mp4', 'tweet_video'),
      await inChunks('clip.srt', 'text/srt', 'subtitles'),
    ];
    const subtitles = { id: file, languageCode: 'EN', displayName: 'English' };
    await client().media.createSubtitles({ id, mediaCategory: 'TweetVideo', subtitles });
    await client().posts.create({ text: 'To read', media: { mediaIds: [id] } });
    return (await door.newest('x'))?.media[0]?.captions?.map(({ name }) => name).join() ?? 'none';
  });
  await check('users.repostPost', 'true', async () => {
    return String((await client().users.repostPost(me, { tweetId: post })).data?.retweeted);
  });
  await check('users.getPosts, post.fields', 'that post among them', async () => {
    const { data = [] } = await client().users.getPosts(me, { postFields: ['created_at'], exclude: ['replies'] });
    return data.some(({ id }) => id === post) ? 'that post among them' : `${data.length} others`;
  });
  await check('posts.delete', 'true', async () => String((await client().posts.delete(post)).data?.deleted));
}

const LABELS =
  'Harbour Photographs | Paid partnership | Also shared with followers | Content warning: Violence | With ben';
const NO_SUCH_FIELD = '400: media_type: is not a parameter of this endpoint';
