import type { Check } from './book.ts';
import { loadClient } from './install-clients.ts';
import type { SandboxDoor } from './sandbox-door.ts';

type Fields = Readonly<Record<string, unknown>>;
type Node = { readonly id: string; readonly _data: Fields };

/** The part of Meta's business SDK that is used here. */
type Library = {
  readonly FacebookAdsApi: { init(token: string, locale: string, crashLog: boolean): unknown };
  readonly IGUser: new (
    id: string,
  ) => Node & {
    get(fields: readonly string[]): Promise<Node>;
    createMedia(fields: readonly string[], params: Fields): Promise<Node>;
    createMediaPublish(fields: readonly string[], params: Fields): Promise<Node>;
    getContentPublishingLimit(fields: readonly string[]): Promise<readonly Node[]>;
  };
  readonly IGMedia: new (
    id: string,
  ) => Node & {
    get(fields: readonly string[]): Promise<Node>;
    createComment(fields: readonly string[], params: Fields): Promise<Node>;
    getInsights(fields: readonly string[], params: Fields): Promise<readonly Node[]>;
  };
};

// The lists of the SDK's own classes for Instagram Login: IGUserForIGOnlyAPI and
// IGMediaForIGOnlyAPI.
const userFields =
  'account_type,biography,followers_count,follows_count,id,media_count,name,profile_picture_url,user_id,username,website';
const mediaFields =
  'alt_text,caption,comments_count,id,is_comment_enabled,is_shared_to_feed,like_count,media_product_type,media_type,media_url,owner,permalink,shortcode,thumbnail_url,timestamp,username';

/** `facebook-nodejs-business-sdk` of Meta, at the host of Instagram Login. */
export async function runMetaBusinessSdk(door: SandboxDoor, check: Check): Promise<void> {
  const { FacebookAdsApi, IGUser, IGMedia } = await loadClient<Library>('facebook-nodejs-business-sdk');
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => 'https://graph.instagram.com' });
  const issued = (await door.control('instagram', 'issue-token', { username: 'ada' })) as {
    readonly accessToken: string;
  };
  FacebookAdsApi.init(issued.accessToken, 'en_US', false);

  let user = new IGUser('me');
  const picture = (name: string, more: Fields = {}) =>
    user.createMedia([], { image_url: door.sampleUrl(name), ...more });
  await check('IGUser.get, every field of this login', 'ada', async () => {
    const me = await user.get(userFields.split(','));
    // `id` is the one in the app's scope; everything else is asked of the account.
    user = new IGUser(String(me._data.user_id));
    return String(me._data.username);
  });
  let container = '';
  await check('createMedia of a picture', 'an id', async () => {
    container = (await picture('harbour.jpg', { caption: 'Harbour', alt_text: 'Boats', is_ai_generated: true })).id;
    return /^\d+$/.test(container) ? 'an id' : container;
  });
  await check('createMediaPublish before it is FINISHED', '400: Media ID is not available', async () => {
    return (await user.createMediaPublish([], { creation_id: container })).id;
  });
  let post = '';
  await check('createMediaPublish once it is', 'image: Boats, made with AI', async () => {
    await door.advance(1_000);
    post = (await user.createMediaPublish([], { creation_id: container })).id;
    const shown = await door.newest('instagram');
    return `${shown?.media[0]?.type}: ${shown?.media[0]?.altText}${shown?.aiGenerated ? ', made with AI' : ''}`;
  });
  await check('createMediaPublish again', '400: The requested resource does not exist', async () => {
    return (await user.createMediaPublish([], { creation_id: container })).id;
  });
  await check('IGMedia.get, every field of this login', 'IMAGE', async () => {
    return String((await new IGMedia(post).get(mediaFields.split(',')))._data.media_type);
  });
  for (const [form, join] of forms) {
    await check(`a carousel, children as ${form}`, '2 items', async () => {
      const items = await Promise.all([
        picture('harbour.jpg', { is_carousel_item: true }),
        picture('beans.jpg', { is_carousel_item: true }),
      ]);
      await door.advance(1_000);
      const children = join(items.map(({ id }) => id));
      const parent = await user.createMedia([], { media_type: 'CAROUSEL', children, caption: 'Two' });
      await door.advance(1_000);
      await user.createMediaPublish([], { creation_id: parent.id });
      return `${(await door.newest('instagram'))?.media.length} items`;
    });
  }
  await check('createMedia of a reel', 'video', async () => {
    const reel = { media_type: 'REELS', video_url: door.sampleUrl('clip.mp4'), share_to_feed: true, caption: '' };
    const made = await user.createMedia([], reel);
    await door.advance(2_000);
    await user.createMediaPublish([], { creation_id: made.id });
    return (await door.newest('instagram'))?.media[0]?.type ?? 'nothing';
  });
  await check('IGMedia.createComment', 'First', async () => {
    await new IGMedia(post).createComment([], { message: 'First' });
    return String((await new IGMedia(post).get(['comments_count']))._data.comments_count) === '1' ? 'First' : 'none';
  });
  await check('IGMedia.getInsights', '5 metrics', async () => {
    const metric = ['views', 'likes', 'comments', 'shares', 'saved'];
    return `${(await new IGMedia(post).getInsights([], { metric })).length} metrics`;
  });
  await check('getContentPublishingLimit', '4 of 50', async () => {
    const [limit] = await user.getContentPublishingLimit(['quota_usage', 'config']);
    const config = limit?._data.config as { readonly quota_total?: number } | undefined;
    return `${String(limit?._data.quota_usage)} of ${config?.quota_total}`;
  });
}

const forms: readonly (readonly [string, (ids: readonly string[]) => unknown])[] = [
  ['a JSON list', (ids) => ids],
  ['a list with commas', (ids) => ids.join(',')],
];
