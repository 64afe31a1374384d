import { isObject, parseJson } from '../../read-json.ts';
import type { SentFile } from '../../read-multipart.ts';
import { illegalArgument, invalidValue } from '../restli/refusals.ts';
import { empty, type Reply } from '../restli/reply.ts';
import type { Media } from '../world.ts';

type Form = {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly SentFile[];
};

const FIXED = { format: 'SRT', source: 'USER_PROVIDED', transcriptType: 'CLOSED_CAPTION' } as const;

/**
 * Subtitles of a video: a form of `metadata` and a file of SRT, the only format (Microsoft Learn,
 * Videos API, checked 2026-11). Publishers send `format`, `formattedForEasyReader`, `largeText`,
 * `source`, `locale` with `language: "EN"`, `country: "US"` and `variant`, and `transcriptType`, by
 * POST, with the token (public repositories, checked 2026-11).
 *
 * Not known, and assumed: these values of `format`, `source` and `transcriptType` are the only
 * ones, a locale in lower case and a file that is no SRT are refused, and the upload is not
 * finalized before announced subtitles have come.
 */
export function receiveCaptions(video: Media, form: Form | null): Reply {
  const metadata = parseJson(form?.fields.find(([name]) => name === 'metadata')?.[1] ?? '');
  const file = form?.files.find(({ field }) => field === 'file');
  if (!isObject(metadata) || !file) return illegalArgument('Captions are a form of metadata and file');
  const wrong = Object.entries(FIXED).find(([name, value]) => metadata[name] !== value);
  if (wrong) return invalidValue(`/metadata/${wrong[0]}`, metadata[wrong[0]]);
  const { locale } = metadata;
  if (!isObject(locale) || !/^[A-Z]{2}$/.test(String(locale.language)) || !/^[A-Z]{2}$/.test(String(locale.country)))
    return invalidValue('/metadata/locale', locale);
  if (!/^\uFEFF?1\s+\d\d:\d\d:\d\d,\d{3} --> /.test(file.bytes.toString('utf8')))
    return illegalArgument('The captions file is not SRT');
  video.captionsLanguage = `${String(locale.language).toLowerCase()}-${String(locale.country)}`;
  return empty(201);
}
