import type { Captions } from '@fanfare/contract';
import { CAPTION_CONTENT_TYPES, type Call, NetworkError, openCaptions } from '@fanfare/network';
import { type ApiDeps, callUpload } from './call-x.ts';
import { languageCode } from './language-code.ts';
import { uploadMedia } from './upload-media.ts';
import { waitForMedia } from './wait-for-media.ts';

type Video = { readonly mediaId: string; readonly mediaIndex: number };

/**
 * Gives a video one file of subtitles (X API, media subtitles, and OpenAPI description 2.167,
 * checked 2026-11). Best effort, as an alternative text: returns the refusal of X, null when X took
 * the file. Throws what is wrong with the file itself, and a token that has to be renewed first.
 */
export async function addCaptions(
  call: Call,
  config: ApiDeps,
  asked: { readonly captions: Captions; readonly index: number; readonly video: Video },
): Promise<NetworkError | null> {
  const { captions, index, video } = asked;
  const { mediaIndex } = video;
  const file = await openCaptions(call, { captions, index, accept: CAPTION_CONTENT_TYPES });
  const { language, name } = captions[index]!;
  try {
    const { mediaId, processing } = await uploadMedia(call, config, { file, category: 'subtitles', mediaIndex });
    if (processing) await waitForMedia(call, config, { mediaId, mediaIndex, known: processing, mayBeStill: true });
    await callUpload(call, config, call.credential.accessToken, {
      path: '/2/media/subtitles',
      body: {
        json: {
          id: video.mediaId,
          media_category: 'TweetVideo',
          subtitles: { id: mediaId, language_code: languageCode(language), display_name: name ?? ownName(language) },
        },
      },
      mediaIndex,
    });
    return null;
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    return error;
  }
}

/** The name of a language in itself: Deutsch for `de`. */
const ownName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
