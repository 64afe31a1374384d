import { type HubDriver, type HubPost, type HubSpace, type HubWriteCall, postSlug } from '@fanfare/hub';
import { type Json, type Prepared, type Sent, storableUrl, unclearAnswer } from '@fanfare/network';
import { calls, readAddress } from './call-micropub.ts';
import { discard } from './discard.ts';
import { isDraft, isEmptyOrJson, keptAsDraft, listsPosts, madeSomewhere } from './read-back.ts';
import { mediaEndpointOf, readConfig } from './read-config.ts';
import { reconcile } from './reconcile.ts';
import { requireSyndication } from './require-syndication.ts';
import { uploadPhoto } from './upload-photo.ts';

/**
 * Publishing on a Micropub server: uploads, and one call that creates the post. The protocol has no
 * drafts and no idempotency keys, so that call is never repeated; its slug finds the post when the
 * answer was lost.
 */
export const publish: HubDriver['publish'] = { prepare, send, reconcile, discard };

async function prepare(call: HubWriteCall, post: HubPost): Promise<Prepared> {
  const slug = postSlug(post.text, call.key);
  // A server puts a post for a channel that it does not know into its default channel.
  const space = await call.findSpace();
  const { categories = [], syndicateTo = [] } = post.options?.micropub ?? {};
  await requireSyndication(call, syndicateTo);
  let known: Promise<string | null> | undefined;
  const findMediaEndpoint = () => {
    known ??= readConfig(call).then((config) => mediaEndpointOf(config, call.hub.apiUrl));
    return known;
  };

  const photos: Json[] = [];
  for (const [mediaIndex, { url, altText }] of post.images.entries()) {
    const photo = await call.step({
      kind: 'media',
      ordinal: mediaIndex,
      send: async () => {
        const endpoint = await findMediaEndpoint();
        // Servers take addresses of images as well (W3C Micropub, section 3.3.2, checked 2026-11).
        if (endpoint === null) return url;
        return uploadPhoto(call, endpoint, { url, mediaIndex, slug: `${slug}-${mediaIndex + 1}` });
      },
    });
    photos.push(altText === null ? photo : { value: photo, alt: altText });
  }
  return { handle: null, body: toEntry({ text: post.text, photos, slug, space, categories, syndicateTo }) };
}

type Entry = {
  readonly text: string;
  readonly photos: readonly Json[];
  readonly slug: string;
  readonly space: HubSpace | null;
  readonly categories: readonly string[];
  readonly syndicateTo: readonly string[];
};

/** JSON: forms have no alternative texts (W3C Micropub, section 3.3.2, checked 2026-11). */
const toEntry = ({ text, photos, slug, space, categories, syndicateTo }: Entry): Json => ({
  type: ['h-entry'],
  properties: {
    ...(text.trim() !== '' && { content: [text] }),
    ...(photos.length > 0 && { photo: photos }),
    'mp-slug': [slug],
    // Some servers make drafts of posts without it, such as the plugin of WordPress by its setting
    // (indieweb.org, Micropub-extensions, checked 2026-11).
    'post-status': ['published'],
    ...(space !== null && { 'mp-channel': [space.id] }),
    ...(categories.length > 0 && { category: categories }),
    ...(syndicateTo.length > 0 && { 'mp-syndicate-to': syndicateTo }),
  },
});

/** 202: the post is checked and follows soon (W3C Micropub, section 3.3, checked 2026-11). */
async function send(call: HubWriteCall, { body }: Prepared): Promise<Sent> {
  const { apiUrl } = call.hub;
  const answer = await calls.publish(call, { url: apiUrl, body: { json: body }, on: 'publish' });
  const isMade = [201, 202].includes(answer.status);
  const url = isMade ? storableUrl(readAddress(answer, apiUrl, [call.hub.url])) : null;
  if (url !== null) {
    if (await isDraft(call, url)) throw keptAsDraft();
    return { platformPostId: url, url };
  }
  // Created, without an address: where posts are listed, it is found there.
  if (!isMade || !isEmptyOrJson(answer)) throw unclearAnswer('The hub', 'the post was created', answer);
  if (await listsPosts(call)) throw madeSomewhere();
  return { platformPostId: null, url: null };
}
