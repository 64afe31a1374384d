import { LIMITS, MEDIA_FILE_STATUSES } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import { number, optional, queryOf } from './arbitrary-query.ts';
import { type Call, callOf, type Json, pathOf } from './call.ts';

const MIB = 1024 * 1024;

/** Announces a file, now and then with the key of another announcement. No bytes are sent. */
export const announceFile: Arbitrary<Call> = fc
  .tuple(
    fc.record(
      {
        filename: fc.constantFrom('rye.jpg', '../Café au lait?.PNG', '.', 'a'.repeat(LIMITS.mediaFilenameChars.value)),
        contentType: fc.constantFrom('image/jpeg', 'video/mp4', 'text/html'),
        bytes: fc.constantFrom(1, 3 * MIB, LIMITS.mediaFileBytes.value),
        sha256: fc.constant('0'.repeat(64)),
      },
      { requiredKeys: ['filename', 'contentType', 'bytes'] },
    ),
    fc.option(fc.constantFrom('{{nonce}}', 'one-file', '"one-file"')),
  )
  .map(([body, key]) =>
    callOf('media.create', { body: body as Json, headers: key === null ? [] : [['Idempotency-Key', key]] }),
  );

/** Sends a file in one call, which is neither image nor video. */
export const putFile: Arbitrary<Call> = fc
  .tuple(
    fc.option(fc.constantFrom('rye.jpg', '../Café.PNG', '', 'a'.repeat(LIMITS.mediaFilenameChars.value + 1))),
    fc.constantFrom('no picture', ''),
    fc.option(fc.constantFrom('{{nonce}}', 'one-file', 'one-put')),
  )
  .map(([filename, text, key]) => ({
    ...callOf('media.put', {
      query: filename === null ? [] : [['filename', filename]],
      headers: key === null ? [] : [['Idempotency-Key', key]],
    }),
    text,
  }));

/**
 * Copies of addresses that are refused before they are fetched: an address holds another thing on
 * each side.
 */
export const copyNothing: Arbitrary<Call> = fc
  .constantFrom('ftp://files.example.com/a.jpg', 'https://ada:secret@files.example.com/a.jpg', 'a.jpg')
  .map((url) => callOf('media.fromUrl', { body: { url } }));

export const listFiles: Arbitrary<Call> = fc
  .record(
    {
      limit: fc.constantFrom(1, 2, LIMITS.listMax.value),
      status: fc.constantFrom(...MEDIA_FILE_STATUSES),
      cursor: number.map((at) => `{{cursor:${at}}}`),
    },
    optional,
  )
  .map((query) => callOf('media.list', { query: queryOf(query) }));

const id = number.map((at) => `{{media:${at}}}`);

export const getFile: Arbitrary<Call> = id.map((one) => callOf('media.get', { path: pathOf('media.get', one) }));
export const completeFile: Arbitrary<Call> = id.map((one) =>
  callOf('media.complete', { path: pathOf('media.complete', one) }),
);
export const deleteFile: Arbitrary<Call> = id.map((one) =>
  callOf('media.delete', { path: pathOf('media.delete', one) }),
);
