import type { Captions } from '@fanfare/contract';
import { bearer, type Call, okOrThrow, openCaptions, repeatSoon } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { belongsToLinkedin, UPLOAD_TIMEOUT_MS } from './upload-file.ts';

type Upload = {
  readonly url: string;
  readonly captions: Captions;
  readonly bytes: Uint8Array;
  readonly mediaIndex: number;
};

/** Reads the subtitles of a video before anything is created; null without any. */
export async function readCaptions(call: Call, captions: Captions | undefined): Promise<Uint8Array | null> {
  if (captions === undefined) return null;
  const file = await openCaptions(call, { captions, index: 0, accept: ['text/srt'] });
  return await file.slice(0, file.size);
}

/**
 * Sends the subtitles of a video between its parts and the end of its upload. LinkedIn's Videos API
 * names the address (`captionsUploadUrl`, `uploadCaptions`); the form and its `metadata` are those
 * of one publisher (checked 2026-11). Subtitles that LinkedIn refuses end the target: the video
 * would wait for them.
 */
export async function uploadCaptions(call: Call, config: LinkedinConfig, upload: Upload): Promise<void> {
  const { url, captions, bytes, mediaIndex } = upload;
  const metadata = {
    format: 'SRT',
    formattedForEasyReader: true,
    largeText: true,
    source: 'USER_PROVIDED',
    locale: localeOf(captions[0]!.language),
    transcriptType: 'CLOSED_CAPTION',
  };
  await repeatSoon(call, async () => {
    const answer = await call.http({
      method: 'POST',
      url,
      headers: belongsToLinkedin(config, url) ? bearer(call.credential.accessToken) : {},
      body: {
        multipart: [
          { name: 'metadata', value: JSON.stringify(metadata) },
          { name: 'file', filename: 'captions.srt', contentType: 'text/plain', bytes },
        ],
      },
      effect: 'hidden',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: call.signal,
    });
    return okOrThrow(call, LINKEDIN_ERRORS, answer, { on: 'upload', effect: 'hidden', mediaIndex });
  });
}

/**
 * A locale as LinkedIn writes it. A language alone has its usual country.
 *
 * @example
 * localeOf('de'); // { language: 'DE', country: 'DE' }
 * localeOf('en-US'); // { language: 'EN', country: 'US', variant: 'AMERICAN' }
 */
export function localeOf(language: string): { readonly language: string; readonly country: string | undefined } {
  const { language: name, region } = new Intl.Locale(language).maximize();
  const variant = name === 'en' && region === 'US' ? { variant: 'AMERICAN' } : {};
  return { language: name.toUpperCase(), country: region, ...variant };
}
