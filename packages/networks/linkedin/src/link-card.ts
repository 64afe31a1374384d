import type { TargetErrorCode } from '@fanfare/contract';
import { type Call, NetworkError, type Refused } from '@fanfare/network';
import { z } from 'zod';
import type { LinkedinConfig } from './config.ts';
import { uploadImage } from './upload-image.ts';
import { waitBlindly, waitForImage } from './wait-for-asset.ts';

/** A card as `content.article` wants it (LinkedIn, Posts API, article content, checked 2026-11). */
export type LinkCard = {
  readonly source: string;
  readonly title: string;
  readonly description: string | null;
  /** URN of an uploaded image. */
  readonly thumbnail: string | null;
};

/** Longest wait for the picture of a card. */
const THUMBNAIL_MS = 45_000;
const NO_CARD = 'no card';
/** Each card is this one hidden step. */
const CARD_STEP = { kind: 'media', ordinal: 0 } as const;

/** Refusals that the card may have caused: of its picture, or of any part of the post. */
const MAY_BE_THE_CARD: ReadonlySet<TargetErrorCode> = new Set([
  'media_rejected',
  'media_processing_failed',
  'media_processing_timeout',
  'content_rejected',
  'internal_error',
]);

const BodyWithCard = z.object({ content: z.object({ article: z.object({ source: z.string() }) }) });

const StoredCard = z.object({
  title: z.string(),
  description: z.string().nullable(),
  thumbnail: z.string().nullable(),
  /** Time at which the picture was there, Unix milliseconds. */
  uploadedAt: z.number(),
});
type StoredCard = z.output<typeof StoredCard>;

/**
 * LinkedIn's API makes no card for a link in a text, so this reads the page and uploads its
 * picture, both in one hidden step whose result a later run reuses. Null when no card can be made:
 * the post goes out without it, and the target's warnings say so. The card goes without a picture
 * that LinkedIn refuses or has not processed after 45 seconds.
 */
export async function makeLinkCard(
  call: Call,
  config: LinkedinConfig,
  link: { readonly url: string; readonly owner: string },
): Promise<LinkCard | null> {
  const handle = await call.step({
    ...CARD_STEP,
    send: async (warn) => {
      const card = await buildCard(call, config, link);
      if (typeof card !== 'string') return JSON.stringify(card);
      warn({ code: 'link_card_missing', message: `No card could be made for ${link.url}: ${card}.` });
      return NO_CARD;
    },
  });
  if (handle === NO_CARD) return null;
  const { title, description, thumbnail, uploadedAt } = StoredCard.parse(JSON.parse(handle));
  const isLate = call.clock.now() - uploadedAt > THUMBNAIL_MS;
  return { source: link.url, title, description, thumbnail: isLate ? null : thumbnail };
}

/**
 * Leaves a card that LinkedIn refuses with the post out of it. A member may not read the state of a
 * picture, so only this refusal shows that it cannot be used. False when there was no card, or the
 * refusal is about something else.
 */
export async function leaveOutCard(call: Call, { prepared, error }: Refused): Promise<boolean> {
  const body = BodyWithCard.safeParse(prepared.body);
  if (!body.success || !MAY_BE_THE_CARD.has(error.code)) return false;
  const { source } = body.data.content.article;
  const reason = error.facts.networkCode ?? error.code;
  await call.step({
    ...CARD_STEP,
    replaces: true,
    send: async (warn) => {
      warn({ code: 'link_card_missing', message: `LinkedIn refused the post with its card of ${source}: ${reason}.` });
      return NO_CARD;
    },
  });
  return true;
}

/** The card, or why there is none, as a part of a sentence. */
async function buildCard(
  call: Call,
  config: LinkedinConfig,
  { url, owner }: { readonly url: string; readonly owner: string },
): Promise<StoredCard | string> {
  if (call.readPage === undefined) return 'this installation reads no pages';
  const answer = await call.readPage(url, call.signal);
  call.signal.throwIfAborted();
  if (!answer.ok) return answer.why;
  const { title, description, imageUrl } = answer.page;
  if (title === null) return 'its page has no title';
  const thumbnail = imageUrl === null ? null : await uploadThumbnail(call, config, { url: imageUrl, owner });
  return { title, description, thumbnail, uploadedAt: call.clock.now() };
}

async function uploadThumbnail(
  call: Call,
  config: LinkedinConfig,
  image: { readonly url: string; readonly owner: string },
): Promise<string | null> {
  try {
    const urn = await uploadImage(call, config, image);
    const seen = await waitForImage(call, config, { urn, mediaIndex: undefined }, THUMBNAIL_MS);
    if (seen === 'forbidden') await waitBlindly(call);
    return urn;
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    return null;
  }
}
