import type { LinkCard } from '../../post/post-view.ts';
import { unreadyRefusal } from '../media/media.ts';
import { listAt, textAt, valueAt } from '../restli/body-path.ts';
import { illegalArgument, invalidValue, refusal, tooLong, wrongUrnType } from '../restli/refusals.ts';
import { granted, json, type Outcome, type Reply, refused } from '../restli/reply.ts';
import { readUrn } from '../urns.ts';
import type { Attachment, MediaKind, World } from '../world.ts';
import { type Poll, readPoll } from './poll.ts';

// Microsoft Learn, LinkedIn Posts API and MultiImage API, checked 2026-11.
const MAX_ALT_TEXT = 4_086;
const MAX_ARTICLE_TITLE = 400;
const MAX_ARTICLE_DESCRIPTION = 4_086;
const MIN_IMAGES = 2;
const MAX_IMAGES = 20;

export type ReadContent = {
  readonly kind: 'none' | 'media' | 'multiImage' | 'article' | 'poll';
  readonly attachments: readonly Attachment[];
  readonly card: LinkCard | null;
  readonly poll?: Poll;
};

type Wanted = {
  readonly urn: string;
  readonly altText: string | null;
  readonly path: string;
  readonly title: string | null;
  readonly types: readonly MediaKind[];
};

/** Reads a `content` that fits its schema: owner of files, and whether they are ready. */
export function readContent(world: World, content: unknown, author: string): Outcome<ReadContent> {
  if (valueAt(content, 'multiImage') !== undefined) return multiImage(world, content, author);
  if (valueAt(content, 'article') !== undefined) return article(world, content, author);
  if (valueAt(content, 'poll') !== undefined) {
    const poll = readPoll(content);
    return poll.ok ? granted({ kind: 'poll', attachments: [], card: null, poll: poll.value }) : poll;
  }
  if (valueAt(content, 'media') === undefined) return granted({ kind: 'none', attachments: [], card: null });
  const media = wanted(valueAt(content, 'media'), '/content/media', ['image', 'video', 'document']);
  if (readUrn(media.urn)?.type === 'document' && media.title === null) {
    return refused(refusal(400, 'INVALID_VALUE_BLANK_FIELD', "/content/media/title can't be blank"));
  }
  const found = attachment(world, author, media);
  return found.ok ? granted({ kind: 'media', attachments: [found.value], card: null }) : found;
}

function multiImage(world: World, content: unknown, author: string): Outcome<ReadContent> {
  const images = listAt(content, 'multiImage', 'images');
  if (images.length < MIN_IMAGES || images.length > MAX_IMAGES) {
    const limits = `between ${MIN_IMAGES} and ${MAX_IMAGES}`;
    return refused(illegalArgument(`/content/multiImage/images must hold ${limits} images, not ${images.length}`));
  }
  const found = images.map((image, index) =>
    attachment(world, author, wanted(image, `/content/multiImage/images/${index}`, ['image'])),
  );
  const attachments: Attachment[] = [];
  for (const each of found) {
    if (!each.ok) return each;
    attachments.push(each.value);
  }
  return granted({ kind: 'multiImage', attachments, card: null });
}

/** A link with its card: title, description and picture come from the post. */
function article(world: World, content: unknown, author: string): Outcome<ReadContent> {
  const source = textAt(content, 'article', 'source');
  if (!isWebAddress(source)) return refused(invalidValue('/content/article/source', source));
  const title = textAt(content, 'article', 'title');
  if (title.trim() === '') {
    return refused(refusal(400, 'INVALID_VALUE_BLANK_FIELD', "/content/article/title can't be blank"));
  }
  if (title.length > MAX_ARTICLE_TITLE)
    return refused(tooLong('/content/article/title', title.length, MAX_ARTICLE_TITLE));
  const description = textAt(content, 'article', 'description');
  if (description.length > MAX_ARTICLE_DESCRIPTION) {
    return refused(tooLong('/content/article/description', description.length, MAX_ARTICLE_DESCRIPTION));
  }
  const card = { url: source, title, description: description === '' ? null : description };
  const thumbnail = textAt(content, 'article', 'thumbnail');
  if (thumbnail === '') return granted({ kind: 'article', attachments: [], card: { ...card, imageUrl: null } });
  const path = '/content/article/thumbnail';
  const found = attachment(world, author, { urn: thumbnail, altText: null, title: null, path, types: ['image'] });
  if (!found.ok) return found;
  const imageUrl = found.value.media.file?.blob.url ?? null;
  return granted({ kind: 'article', attachments: [], card: { ...card, imageUrl } });
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function wanted(value: unknown, path: string, types: Wanted['types']): Wanted {
  const altText = textAt(value, 'altText');
  const title = textAt(value, 'title').trim();
  return {
    urn: textAt(value, 'id'),
    altText: altText === '' ? null : altText,
    title: title === '' ? null : title,
    path: `${path}/id`,
    types,
  };
}

function attachment(world: World, author: string, { urn, altText, title, path, types }: Wanted): Outcome<Attachment> {
  const type = types.find((each) => each === readUrn(urn)?.type);
  if (!type) return refused(wrongUrnType(path, urn, types.map((each) => `urn:li:${each}`).join(' or ')));
  if (altText !== null && altText.length > MAX_ALT_TEXT) {
    return refused(tooLong(path.replace(/id$/, 'altText'), altText.length, MAX_ALT_TEXT));
  }
  const media = world.media.get(urn);
  if (!media) return refused(unknownMedia(type));
  if (media.owner !== author) return refused(foreignMedia());
  const unready = unreadyRefusal(world, media);
  return unready ? refused(unready) : granted({ media, altText, title });
}

function unknownMedia(type: MediaKind): Reply {
  if (type === 'document') return refusal(400, 'INVALID_DOCUMENT_ID', 'This Document ID is invalid');
  return type === 'image'
    ? refusal(400, 'INVALID_IMAGE_ID', 'This Image ID is invalid')
    : refusal(400, 'INVALID_VIDEO_ID', 'This Video ID is invalid');
}

/** MicrosoftDocs/feedback #1815. */
function foreignMedia(): Reply {
  return json(400, {
    message:
      'com.linkedin.publishing.util.common.ResponseException: One or more of the assets is not owned by the author. ' +
      'All assets must be owned by the author',
    status: 400,
  });
}
