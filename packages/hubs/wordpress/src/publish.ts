import type { WordPressOptions } from '@fanfare/contract';
import { deleteEach, type HubDriver, type HubPost, type HubWriteCall } from '@fanfare/hub';
import {
  type AcceptedStep,
  type Json,
  type Prepared,
  readAnswer,
  repeatSoon,
  type Sent,
  unclearAnswer,
} from '@fanfare/network';
import { changeHidden, publishRest } from './call-wordpress.ts';
import { findPost, isGone, POST_FIELDS } from './find-own.ts';
import { findCategories, findTags } from './find-terms.ts';
import { heldBack, isHeldBack } from './held-back.ts';
import { makeOnce } from './make-once.ts';
import { reconcile } from './reconcile.ts';
import { optionsOf, slugOf } from './slug-of.ts';
import { escaped, toPostBody, type UploadedImage } from './to-post-body.ts';
import { describeImage, uploadImage } from './upload-image.ts';
import { DeletedAnswer, PostAnswer, PublishingBody } from './wire.ts';

/**
 * Publishing on WordPress: uploads, a draft with everything in it, and one call that publishes the
 * draft. Publishing it again changes nothing, and the slug of draft and uploads finds them when an
 * answer was lost. A slug that the caller chose is set by the public call, so that until then the
 * draft has ours; after that it is found by its id alone.
 */
export const publish: HubDriver['publish'] = { prepare, send, reconcile, discard };

async function prepare(call: HubWriteCall, post: HubPost): Promise<Prepared> {
  const slug = slugOf(post, call.key);
  const { title, excerpt, categories: slugs, tags: names, featuredImage } = optionsOf(post);
  let found: ReturnType<typeof findCategories> | undefined;
  const findPlaces = () => {
    found ??= findCategories(call, slugs);
    return found;
  };
  const images: UploadedImage[] = [];
  for (const [mediaIndex, { url, altText }] of post.images.entries()) {
    const handle = await call.step({
      kind: 'media',
      ordinal: mediaIndex,
      send: async () => {
        // An unknown space or category fails before anything is uploaded.
        await findPlaces();
        return toHandle(await uploadImage(call, { url, mediaIndex, slug: `${slug}-${mediaIndex + 1}` }));
      },
    });
    images.push({ ...fromHandle(handle), altText });
  }
  const draftId = await call.step({
    kind: 'container',
    ordinal: 0,
    send: async () => {
      const categories = await findPlaces();
      // In this step, so that the journal holds every upload when one fails.
      for (const [mediaIndex, { id, altText }] of images.entries())
        await describeImage(call, { id, altText, mediaIndex });
      const tags = await findTags(call, names);
      // Themes show a featured image above the text: in the text it would be there twice.
      const featured = featuredImage === undefined ? undefined : images[featuredImage];
      const shown = images.filter((image) => image !== featured);
      return makeDraft(call, {
        ...{ slug, ...toPostBody(post.text, shown, title) },
        ...(excerpt !== undefined && { excerpt: escaped(excerpt) }),
        ...(categories.length > 0 && { categories }),
        ...(tags.length > 0 && { tags }),
        ...(featured && { featured_media: featured.id }),
      });
    },
  });
  return { handle: draftId, body: publishing(optionsOf(post)) };
}

/** Fields that the public call sets where they are not the usual ones; null for none. */
const publishing = ({ status, slug }: WordPressOptions): Json =>
  status === undefined && slug === undefined
    ? null
    : { ...(status !== undefined && { status }), ...(slug !== undefined && { slug }) };

type Draft = ReturnType<typeof toPostBody> & {
  readonly slug: string;
  readonly excerpt?: string;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
  readonly featured_media?: number;
};

/** Makes the draft, or finds the one that an earlier try made. */
function makeDraft(call: HubWriteCall, draft: Draft): Promise<string> {
  const made = makeOnce(call, {
    find: () => findPost(call, { slug: draft.slug, status: 'draft' }),
    make: async () => {
      const answer = await changeHidden(call, {
        route: 'posts',
        query: { _fields: POST_FIELDS },
        body: { json: { ...draft, status: 'draft' } },
        on: 'draft',
      });
      return readAnswer('WordPress', PostAnswer, answer, 'a draft');
    },
  });
  return made.then(({ id }) => String(id));
}

async function send(call: HubWriteCall, { handle, body }: Prepared): Promise<Sent> {
  const change = { status: 'publish', ...PublishingBody.parse(body ?? {}) };
  const answer = await publishRest(call, {
    route: `posts/${encodeURIComponent(handle ?? '')}`,
    query: { _fields: POST_FIELDS },
    body: { json: change },
    on: 'publish',
  });
  const read = PostAnswer.safeParse(answer.json);
  if (read.success && String(read.data.id) === handle) {
    const { status, link } = read.data;
    if (status === 'publish') return { platformPostId: handle, url: link };
    // Visitors cannot open the address of a post that waits for review.
    if (status === 'pending' && change.status === 'pending') return { platformPostId: handle, url: null };
    if (isHeldBack(read.data)) throw heldBack(read.data);
  }
  throw unclearAnswer('WordPress', 'the post was published', answer);
}

/** Deletes the draft and the uploads without the trash. Missing ones count as deleted. */
async function discard(call: HubWriteCall, steps: readonly AcceptedStep[]): Promise<void> {
  const drafts = steps.filter(({ kind }) => kind === 'container').map(({ handle }) => `posts/${handle}`);
  const uploads = steps.filter(({ kind }) => kind === 'media').map(({ handle }) => `media/${fromHandle(handle).id}`);
  await deleteEach([...drafts, ...uploads], (route) => deleteForGood(call, route));
}

async function deleteForGood(call: HubWriteCall, route: string): Promise<void> {
  try {
    await repeatSoon(call, async () => {
      const query = { force: 'true', _fields: 'deleted' };
      const answer = await changeHidden(call, { method: 'DELETE', route, query, on: 'draft' });
      readAnswer('WordPress', DeletedAnswer, answer, 'a deletion');
    });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** An uploaded image in the journal: its id and its address. */
const toHandle = ({ id, url }: { readonly id: number; readonly url: string }): string => `${id} ${url}`;

function fromHandle(handle: string): { readonly id: number; readonly url: string } {
  const [, id = '', url = ''] = /^(\d+) (.+)$/s.exec(handle) ?? [];
  return { id: Number(id), url };
}
