import type { Refusal } from './refusal.ts';
import { safeFilename } from './safe-filename.ts';

/** Everybody may read hosted files, also bots of networks that ask first. */
export const ROBOTS = 'User-agent: *\nAllow: /m/\nDisallow: /uploads/\n';

/** Refuses the address of a file that is unknown, deleted or not `ready`. */
export const NO_FILE: Refusal = { code: 'not_found', message: 'There is no file at this address.' };

/** Types that people see in their browser. SVG is none of them: it may hold scripts. */
const SHOWN = /^(?:image\/(?!svg)|video\/)/;

/** Headers of a hosted file at its public address. */
export const servedHeaders = ({
  contentType,
  filename,
  sha256,
}: {
  readonly contentType: string;
  readonly filename: string;
  readonly sha256: string;
}) => ({
  'content-type': contentType,
  'content-disposition': `${SHOWN.test(contentType) ? 'inline' : 'attachment'}; filename="${safeFilename(filename)}"`,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  etag: `"${sha256}"`,
});
