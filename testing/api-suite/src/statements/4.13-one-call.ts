import { LIMITS } from '@fanfare/contract';
import { expect } from 'vitest';
import { JPEG, mediaEvents, mediaOf, PNG, putFile, readyFile } from '../hosted-file.ts';
import { ANY, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.13';

/** Small files that come in one call. */
export const oneCallStatements: readonly Statement[] = [
  {
    section,
    statement: 'PUT /media takes the bytes of a small file and answers it checked, whatever type is sent',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { status, body } = await putFile(api, project, PNG.content, {
        query: '?filename=latte.png',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      const problems = [
        { platform: 'instagram', rule: 'instagram.image.type', message: ANY.sentence, fixedBy: 'conversion' },
      ];
      expect({ status, body }).toEqual({ status: 201, body: { media: { ...readyFile(api, PNG), problems } } });
      const { id, url } = mediaOf({ status, body, headers: new Headers() });
      expect((await project.call('GET', `/media/${id}`)).body).toEqual(body);
      expect((await api.send({ method: 'HEAD', path: url.slice(api.baseUrl.length) })).status).toBe(200);
      expect(await mediaEvents(api, project)).toMatchObject([
        { type: 'media.ready', data: { media: { id, filename: 'latte.png' } } },
      ]);
    },
  },
  {
    section,
    statement: 'a file without a name is named by its type, and one that is neither image nor video is refused',
    async run(api) {
      const project = await api.project();
      const unnamed = mediaOf(await putFile(api, project, JPEG.content));
      expect([unnamed.status, unnamed.filename]).toEqual(['ready', 'file.jpg']);
      expect(unnamed.url).toMatch(/\/m\/(?:[a-z][a-z0-9]{0,11}\.)?[0-9a-f]{32}\/file\.jpg$/);
      const text = await putFile(api, project, Buffer.from('no picture'));
      expect([text.status, mediaOf(text).filename]).toEqual([201, 'file']);
      expect(mediaOf(text)).toMatchObject({ status: 'refused', error: ANY.sentence });
    },
  },
  {
    section,
    statement: 'a repeated Idempotency-Key answers the first file, and says when name, size or bytes are others',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const headers = { 'Idempotency-Key': api.newKey() };
      const first = await putFile(api, project, JPEG.content, { headers });
      const other = Buffer.from(JPEG.content);
      other[other.length - 1]! ^= 1;
      for (const [content, query, mismatch] of [
        [JPEG.content, '', null],
        [other, '', 'true'],
        [PNG.content, '', 'true'],
        [JPEG.content, '?filename=rye.jpg', 'true'],
      ] as const) {
        const again = await putFile(api, project, content, { query, headers });
        expect([again.status, again.body, again.headers.get('Idempotency-Mismatch')]).toEqual([
          200,
          first.body,
          mismatch,
        ]);
      }
      const { body } = await project.call('GET', '/media');
      expect(body).toMatchObject({ media: [first.body].map((one) => (one as { media: object }).media) });
    },
  },
  {
    section,
    statement:
      'no byte, a byte above 8 MiB, a compressed body and a name of 256 characters are refused; nothing is kept',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { value: most } = LIMITS.mediaPutBytes;
      for (const [content, options, status, refusal] of [
        [null, {}, 400, errorBody('invalid_request')],
        [new Uint8Array(most + 1), {}, 413, errorBody('payload_too_large')],
        [JPEG.content, { headers: { 'Content-Encoding': 'gzip' } }, 415, errorBody('unsupported_media_type')],
        [JPEG.content, { query: `?filename=${'a'.repeat(256)}` }, 400, invalidRequest('filename')],
        [
          JPEG.content,
          { headers: { 'Idempotency-Key': 'k'.repeat(256) } },
          400,
          invalidRequest('headers.Idempotency-Key'),
        ],
      ] as const) {
        const answer = await putFile(api, project, content, options);
        expect([answer.status, answer.body]).toEqual([status, refusal]);
        if (status !== 413) continue;
        const { error } = answer.body as { error: { message: string } };
        expect(error.message).toContain('POST /api/v1/media');
      }
      expect((await project.call('GET', '/media')).body).toEqual({ media: [], hasMore: false, nextCursor: null });
      const largest = await putFile(api, project, new Uint8Array(most));
      expect([largest.status, mediaOf(largest)]).toMatchObject([201, { status: 'refused', bytes: most }]);
    },
  },
];
