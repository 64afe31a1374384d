/** Codings that change the bytes (IANA, HTTP Content Coding Registry, checked 2026-11). */
const COMPRESSED: ReadonlySet<string> = new Set([
  'gzip',
  'x-gzip',
  'compress',
  'x-compress',
  'deflate',
  'br',
  'zstd',
  'dcb',
  'dcz',
]);

/**
 * Whether a `Content-Encoding` says that the bytes are compressed. Object stores return harmless
 * values that an upload carried: an empty one, `aws-chunked`, `identity`, or no registered coding.
 *
 * @example
 * isCompressed('aws-chunked,'); // false
 * isCompressed('aws-chunked, GZIP'); // true
 */
export const isCompressed = (contentEncoding: string | readonly string[] | undefined): boolean =>
  [contentEncoding ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((coding) => COMPRESSED.has(coding.trim().toLowerCase()));
