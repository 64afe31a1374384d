import type { Captions } from '@fanfare/contract';
import type { CAPTION_CONTENT_TYPES, MediaFile } from './media-source.ts';
import { NetworkError } from './network-error.ts';
import type { Call } from './public-write.ts';

const MAX_BYTES = 1024 * 1024;

type Asked = {
  readonly captions: Captions;
  readonly index: number;
  /** The forms that the network takes. */
  readonly accept: readonly (typeof CAPTION_CONTENT_TYPES)[number][];
};

/**
 * Fetches one file of `captions`, and checks that every cue of an SRT file has a number and times:
 * a broken one may be found out only by the call that publishes. Throws NetworkError with outcome
 * `not_sent`: `media_unreachable` or `media_rejected`.
 *
 * @example
 * const file = await openCaptions(call, { captions, index: 0, accept: ['text/srt'] });
 */
export async function openCaptions(call: Pick<Call, 'media'>, { captions, index, accept }: Asked): Promise<MediaFile> {
  const subject = `captions[${index}]`;
  const file = await call.media.open({ url: captions[index]!.url, accept, maxBytes: MAX_BYTES, subject });
  const fault = faultOf(await file.slice(0, file.size), file.contentType === 'text/srt');
  if (fault === null) return file;
  throw new NetworkError({
    code: 'media_rejected',
    outcome: 'not_sent',
    message: `${subject} ${fault}. Nothing was published.`,
    remedy: 'Save the subtitles as SRT in UTF-8, and check them in a player.',
  });
}

function faultOf(bytes: Uint8Array, isSrt: boolean): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'is not UTF-8';
  }
  const cues = isSrt ? text.replaceAll('\r\n', '\n').split('\n\n') : [];
  const broken = cues.map((cue) => cue.trim()).filter((cue) => cue !== '' && !CUE.test(cue))[0];
  return broken === undefined ? null : `has a cue without number or times: ${JSON.stringify(broken.slice(0, 60))}`;
}

/** The first two lines of a cue of SRT. */
const CUE = /^\d{1,6} *\n\d{1,3}:\d\d:\d\d,\d{3} +--> +\d{1,3}:\d\d:\d\d,\d{3}/;
