import {
  type Answer,
  bearer,
  type Call,
  type MediaContentType,
  mayLookAgain,
  okOrThrow,
  PROCESSING_LIMIT_MS,
  readAnswer,
  repeatSoon,
  waitUntil,
} from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { readMastodon } from './call-mastodon.ts';
import type { MastodonConfig } from './config.ts';
import { MASTODON_ERRORS } from './error-table.ts';
import { multipartFile } from './multipart-file.ts';
import { MediaAnswer } from './wire.ts';

/** Types that Mastodon takes and this code recognises (Instance entity, checked 2026-11). */
const TYPES: Readonly<Record<'image' | 'video', readonly MediaContentType[]>> = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  video: ['video/mp4', 'video/quicktime'],
};

/** The slowest connection that a video of 99 MB is still sent over has 1 MB a second. */
const UPLOAD_TIMEOUT_MS = 120_000;
const LOOK_MS = 1_000;
const SLOW_LOOK_MS = 5_000;

type Item = { readonly item: Draft['media'][number]; readonly mediaIndex: number };

/**
 * Uploads one file and waits until Mastodon has processed it: images are done with the answer
 * (200), videos later (202), in at most 4 minutes here (Mastodon, media methods, checked 2026-11).
 * Gives Mastodon's id of it. Nobody can see it; a run that was interrupted goes on with the ids it
 * has.
 */
export async function uploadMedia(call: Call, config: MastodonConfig, { item, mediaIndex }: Item): Promise<string> {
  /** Known only to the run that did the upload. */
  let isReady = false;
  const send = async (): Promise<string> => {
    const answer = await upload(call, config, { item, mediaIndex });
    isReady = answer.status === 200;
    return readAnswer('Mastodon', MediaAnswer, answer, 'an upload').id;
  };
  const id = await call.step({ kind: 'media', ordinal: mediaIndex, send });
  if (isReady) return id;
  await waitUntil(call, () => look(call, config, { id, mediaIndex }), {
    everyMs: (n) => (n < 5 ? LOOK_MS : SLOW_LOOK_MS),
    atMostMs: PROCESSING_LIMIT_MS,
    mediaIndex,
  });
  return id;
}

async function upload(call: Call, config: MastodonConfig, { item, mediaIndex }: Item): Promise<Answer> {
  const { type, url, altText } = item;
  // The rules refuse documents.
  const kind = type === 'video' ? 'video' : 'image';
  const maxBytes = kind === 'image' ? config.limits.imageBytes : config.limits.videoBytes;
  const file = await call.media.open({ url, accept: TYPES[kind], maxBytes, mediaIndex });
  const fields = altText === undefined || altText.trim() === '' ? [] : [{ name: 'description', value: altText }];
  return repeatSoon(call, async () => {
    const answer = await call.http({
      method: 'POST',
      url: `${config.url}/api/v2/media`,
      headers: bearer(call.credential.accessToken),
      body: multipartFile(file, { boundary: `fanfare-${config.newKey()}`, fields }),
      effect: 'hidden',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: call.signal,
    });
    return okOrThrow(call, MASTODON_ERRORS, answer, { on: 'media', effect: 'hidden', mediaIndex });
  });
}

/** True once the file can be attached, null while it is processed: 206 says so. */
async function look(
  call: Call,
  config: MastodonConfig,
  { id, mediaIndex }: { readonly id: string; readonly mediaIndex: number },
): Promise<true | null> {
  try {
    const path = `/api/v1/media/${encodeURIComponent(id)}`;
    const { status } = await readMastodon(call, config, call.credential.accessToken, { path, on: 'media', mediaIndex });
    return status === 206 ? null : true;
  } catch (error) {
    // A look that failed for a passing reason says nothing about the file: the limit of the whole
    // wait still holds.
    if (mayLookAgain(error)) return null;
    throw error;
  }
}
