import { isObject } from '../../read-json.ts';
import { type Answer, invalidRequest, ok } from '../answers.ts';
import type { XMedia } from '../content.ts';
import type { Call } from '../endpoint.ts';
import { readJsonBody } from '../read-body.ts';
import { numericId, oneOf, openRecord, text } from '../schema.ts';
import type { XWorld } from '../world.ts';
import { findMedia } from './media.ts';

/**
 * `CreateMediaSubtitlesRequest`, which may have further fields (OpenAPI 2.167, checked 2026-11). It
 * requires none; that X refuses a call without these is assumed, as nothing could be added.
 */
const rule = openRecord(
  {
    id: numericId,
    media_category: oneOf(['AmplifyVideo', 'TweetVideo']),
    subtitles: openRecord({ id: numericId, language_code: text({ pattern: /^[A-Z]{2}$/ }), display_name: text() }, [
      'id',
      'language_code',
    ]),
  },
  ['id', 'media_category', 'subtitles'],
);

/** `POST /2/media/subtitles`: one track for an uploaded video, before it is posted. */
export async function addSubtitles(world: XWorld, { req, person }: Call): Promise<Answer> {
  const read = await readJsonBody(req, rule);
  if (!read.ok) return read.answer;
  const { id, media_category: category, subtitles } = read.value;
  if (!isObject(subtitles)) return invalidRequest();
  const video = findMedia(world, person, String(id));
  if (!video.ok) return video.answer;
  const file = findMedia(world, person, String(subtitles.id));
  if (!file.ok) return file.answer;
  const wanted = category === 'AmplifyVideo' ? 'amplify_video' : 'tweet_video';
  if (video.value.category !== wanted) return complain('$.id', `${String(id)} is not a ${String(category)}`, id);
  if (file.value.content?.kind !== 'subtitles') {
    return complain('$.subtitles.id', `${String(subtitles.id)} is not a file of subtitles`, subtitles.id);
  }
  const language = String(subtitles.language_code);
  const name = typeof subtitles.display_name === 'string' ? subtitles.display_name : language;
  video.value.subtitles.set(language, { name, isReadable: isReadable(file.value) });
  return ok({ data: { id, media_category: category, associated_subtitles: { ...subtitles } } });
}

/** X reads the file when the video is posted. */
function isReadable({ content, mediaType }: XMedia): boolean {
  const words = content?.words ?? '';
  return mediaType === 'text/vtt' ? words.startsWith('WEBVTT') : /\d\d:\d\d:\d\d,\d{3} --> /.test(words);
}

function complain(parameter: string, problem: string, value: unknown): Answer {
  return invalidRequest({ message: `${parameter}: ${problem}`, parameters: { [parameter]: [String(value)] } });
}
