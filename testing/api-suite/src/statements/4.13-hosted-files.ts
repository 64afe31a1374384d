import { LIMITS } from '@fanfare/contract';
import { expect } from 'vitest';
import {
  announce,
  announcement,
  awaitedFile,
  JPEG,
  mediaOf,
  PDF,
  PNG,
  putFile,
  readyFile,
  sendBytes,
  upload,
} from '../hosted-file.ts';
import { ANY, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.13';

const HOUR_MS = 3_600_000;

/** Routes of hosted files: make, show and delete them. */
export const hostedFileStatements: readonly Statement[] = [
  {
    section,
    statement: 'a file is announced, its bytes come by PUT without a key, and completed it says what it is',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const created = await project.call('POST', '/media', { body: announcement(JPEG) });
      expect([created.status, created.body]).toEqual([201, { media: awaitedFile(api, JPEG) }]);
      const media = mediaOf(created);
      const headers = media.uploadHeaders ?? {};
      expect((await sendBytes(api, media, 'PUT', { content: JPEG.content, headers })).status).toBe(204);
      const ready = { media: { ...readyFile(api, JPEG), id: media.id, url: media.url } };
      for (const ask of [
        () => project.call('POST', `/media/${media.id}/complete`),
        // A repeated call answers the same.
        () => project.call('POST', `/media/${media.id}/complete`, { body: {} }),
        () => project.call('GET', `/media/${media.id}`),
      ]) {
        const { status, body } = await ask();
        expect({ status, body }).toEqual({ status: 200, body: ready });
      }
      const createdAtMs = Date.parse(media.createdAt);
      expect(Date.parse(media.expiresAt ?? '') - createdAtMs).toBe(LIMITS.mediaUnusedHours.value * HOUR_MS);
      expect(Date.parse(media.uploadExpiresAt ?? '') - createdAtMs).toBeGreaterThan(HOUR_MS - 60_000);
      expect(Date.parse(media.uploadExpiresAt ?? '') - createdAtMs).toBeLessThanOrEqual(HOUR_MS + 60_000);
    },
  },
  {
    section,
    statement: 'a ready file names the rules of platforms that it breaks, and what fixes them',
    async run(api) {
      const project = await api.project();
      const { problems } = await upload(api, project, PNG);
      expect(problems).toEqual([
        { platform: 'instagram', rule: 'instagram.image.type', message: ANY.sentence, fixedBy: 'conversion' },
      ]);
    },
  },
  {
    section,
    statement: 'a PDF is a document, named by its type, which every platform but linkedin refuses',
    async run(api) {
      const project = await api.project();
      const { filename, contentType, facts, problems } = mediaOf(await putFile(api, project, PDF.content));
      expect({ filename, contentType, type: facts?.type, pages: facts?.pages }).toEqual({
        ...{ filename: 'file.pdf', contentType: PDF.contentType, type: 'document', pages: 3 },
      });
      expect(problems).toEqual(
        ['instagram', 'threads', 'x', 'hub'].map((platform) => ({
          ...{ platform, rule: `${platform}.media.no_document`, message: ANY.sentence },
        })),
      );
    },
  },
  {
    section,
    statement: 'a repeated Idempotency-Key answers the first file with 200, and with another body says so',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const headers = { 'Idempotency-Key': api.newKey() };
      const ask = (body: object) => project.call('POST', '/media', { body, headers });
      const first = await ask(announcement(JPEG));
      const again = await ask(announcement(JPEG));
      expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
      expect(again.headers.get('Idempotency-Mismatch')).toBeNull();
      const other = await ask(announcement(PNG));
      expect([other.status, other.body, other.headers.get('Idempotency-Mismatch')]).toEqual([200, first.body, 'true']);
      const long = await project.call('POST', '/media', {
        body: announcement(JPEG),
        headers: { 'Idempotency-Key': 'k'.repeat(256) },
      });
      expect([long.status, long.body]).toEqual([400, invalidRequest('headers.Idempotency-Key')]);
    },
  },
  {
    section,
    statement: 'an announcement is checked: filename, contentType, bytes from 1 to 1 GiB, sha256 in lower case',
    async run(api) {
      const project = await api.project();
      for (const [path, value] of [
        ['filename', ''],
        ['filename', 'a'.repeat(256)],
        ['contentType', ''],
        ['bytes', 0],
        ['bytes', 1.5],
        ['bytes', LIMITS.mediaFileBytes.value + 1],
        ['sha256', 'A'.repeat(64)],
      ] as const) {
        const { status, body } = await project.call('POST', '/media', { body: announcement(JPEG, { [path]: value }) });
        expect({ path, value, status, body }).toEqual({ path, value, status: 400, body: invalidRequest(path) });
      }
    },
  },
  {
    section,
    statement: 'a name that an address cannot hold is replaced in the address and kept in the answer',
    async run(api) {
      const project = await api.project();
      const media = await announce(project, announcement(JPEG, { filename: '../../Café au lait?.JPG' }));
      expect(media.filename).toBe('../../Café au lait?.JPG');
      expect(media.url).toMatch(/\/m\/(?:[a-z][a-z0-9]{0,11}\.)?[0-9a-f]{32}\/Cafe-au-lait\.JPG$/);
    },
  },
  {
    section,
    statement: 'from-url copies a public file and answers it checked; repeated with its key it copies nothing again',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const headers = { 'Idempotency-Key': api.newKey() };
      const body = { url: api.file('harbour.jpg') };
      const copied = await project.call('POST', '/media/from-url', { body, headers });
      const expected = { ...readyFile(api, JPEG), bytes: ANY.count, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
      expect([copied.status, copied.body]).toEqual([201, { media: expected }]);
      const again = await project.call('POST', '/media/from-url', { body, headers });
      expect([again.status, again.body]).toEqual([200, copied.body]);
    },
  },
  {
    section,
    statement: 'from-url of an address that cannot be fetched is media_unreachable, a private one too; nothing is kept',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { status, body } = await project.call('POST', '/media/from-url', {
        body: { url: 'http://10.0.0.1/a.jpg' },
      });
      expect({ status, body }).toEqual({
        status: 400,
        body: errorBody('media_unreachable', [{ path: 'url', message: ANY.sentence }]),
      });
      expect((await project.call('GET', '/media')).body).toEqual({ media: [], hasMore: false, nextCursor: null });
    },
  },
  {
    section,
    statement: 'files are listed newest first, by state, page by page; a cursor of another list is refused',
    async run(api) {
      const project = await api.project();
      const made: string[] = [];
      for (let count = 0; count < 5; count++) made.unshift((await announce(project, announcement(JPEG))).id);
      const ready = await upload(api, project, PNG);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await project.call(
          'GET',
          `/media?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        const page = body as { media: { id: string }[]; hasMore: boolean; nextCursor: string | null };
        expect(page.media.length).toBeLessThanOrEqual(2);
        expect(page.hasMore).toBe(page.nextCursor !== null);
        seen.push(...page.media.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual([ready.id, ...made]);
      const { body } = await project.call('GET', '/media?status=ready');
      expect(body).toEqual({ media: [ready], hasMore: false, nextCursor: null });
      for (const [query, path] of [
        ['cursor=MTIz', 'cursor'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['status=gone', 'status'],
      ] as const) {
        const refused = await project.call('GET', `/media?${query}`);
        expect([query, refused.status, refused.body]).toEqual([query, 400, invalidRequest(path)]);
      }
    },
  },
  {
    section,
    statement: 'a deleted file is gone, from the list and from its address',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id, url } = await upload(api, project, JPEG);
      const path = url.slice(api.baseUrl.length);
      expect((await api.send({ method: 'HEAD', path })).status).toBe(200);
      const { status, body } = await project.call('DELETE', `/media/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { deleted: true } });
      for (const [method, route] of [
        ['GET', `/media/${id}`],
        ['POST', `/media/${id}/complete`],
        ['DELETE', `/media/${id}`],
      ] as const) {
        const gone = await project.call(method, route);
        expect([method, gone.status, gone.body]).toEqual([method, 404, errorBody('not_found')]);
      }
      const served = await api.send({ method: 'GET', path });
      expect([served.status, served.body]).toEqual([404, errorBody('not_found')]);
    },
  },
  {
    section,
    statement: 'a file of another project is unknown',
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const { id } = await announce(other, announcement(JPEG));
      for (const [method, route] of [
        ['GET', `/media/${id}`],
        ['POST', `/media/${id}/complete`],
        ['DELETE', `/media/${id}`],
      ] as const) {
        const { status, body } = await project.call(method, route);
        expect([method, status, body]).toEqual([method, 404, errorBody('not_found')]);
      }
      expect((await project.call('GET', '/media')).body).toEqual({ media: [], hasMore: false, nextCursor: null });
      expect((await other.call('GET', `/media/${id}`)).status).toBe(200);
    },
  },
  {
    section,
    statement: 'beyond the bytes of its plan a project gets storage_exceeded, until it deletes a file',
    everywhere: true,
    async run(api) {
      const project = await api.project('free');
      const whole = await announce(project, announcement(JPEG, { bytes: LIMITS.mediaFileBytes.value }));
      for (const [path, body] of [
        ['/media', announcement(JPEG)],
        ['/media/from-url', { url: api.file('harbour.jpg') }],
      ] as const) {
        const refused = await project.call('POST', path, { body });
        expect([path, refused.status, refused.body]).toEqual([path, 403, errorBody('storage_exceeded')]);
      }
      const refused = await putFile(api, project, JPEG.content);
      expect([refused.status, refused.body]).toEqual([403, errorBody('storage_exceeded')]);
      await project.call('DELETE', `/media/${whole.id}`);
      expect((await project.call('POST', '/media', { body: announcement(JPEG) })).status).toBe(201);
    },
  },
];
