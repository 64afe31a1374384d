import { expect } from 'vitest';
import {
  announce,
  announcement,
  JPEG,
  mediaEvents,
  mediaOf,
  PNG,
  readyFile,
  type SampleFile,
  sendBytes,
  sendPart,
  sha256Of,
  upload,
} from '../hosted-file.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.13';

const TUS = { 'Tus-Resumable': '1.0.0' };

/** Uploads, right and wrong ones, and files at their addresses. */
export const uploadStatements: readonly Statement[] = [
  {
    section,
    statement: 'an upload goes on from its offset, as tus clients do it, and tells an offset that is not its own',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const media = await announce(project, announcement(JPEG));
      const { content } = JPEG;
      const half = 40_000;
      const offset = async () => {
        const { status, headers } = await sendBytes(api, media, 'HEAD', { headers: TUS });
        return [status, headers.get('Upload-Offset'), headers.get('Upload-Length'), headers.get('Tus-Resumable')];
      };
      expect(await offset()).toEqual([200, '0', String(content.length), '1.0.0']);
      const first = await sendPart(api, media, 0, content.subarray(0, half));
      expect([first.status, first.headers.get('Upload-Offset'), first.body]).toEqual([204, String(half), undefined]);
      expect(await offset()).toEqual([200, String(half), String(content.length), '1.0.0']);

      const early = await project.call('POST', `/media/${media.id}/complete`);
      expect([early.status, early.body]).toEqual([409, errorBody('upload_incomplete')]);
      const wrong = await sendPart(api, media, 0, content.subarray(0, half));
      expect([wrong.status, wrong.body]).toEqual([409, errorBody('upload_incomplete')]);
      const tooMuch = await sendPart(api, media, half, content);
      expect([tooMuch.status, tooMuch.body]).toEqual([413, errorBody('payload_too_large')]);

      const second = await sendPart(api, media, half, content.subarray(half));
      expect([second.status, second.headers.get('Upload-Offset')]).toEqual([204, String(content.length)]);
      const closed = await sendPart(api, media, content.length, new Uint8Array(0));
      expect([closed.status, closed.body]).toEqual([409, errorBody('upload_closed')]);
      const ready = mediaOf(await project.call('POST', `/media/${media.id}/complete`));
      expect(ready).toEqual({ ...readyFile(api, JPEG), id: media.id, url: media.url });
    },
  },
  {
    section,
    statement: 'a PUT has the announced type and size, and comes once; the address of a completed file is unknown',
    async run(api) {
      const project = await api.project();
      const media = await announce(project, announcement(JPEG));
      const put = (content: Uint8Array, type: string = JPEG.contentType) =>
        sendBytes(api, media, 'PUT', { content, headers: { 'Content-Type': type } });
      const { content } = JPEG;
      for (const [send, status, body] of [
        [() => put(content, 'image/png'), 415, errorBody('unsupported_media_type')],
        [() => put(content.subarray(1)), 400, errorBody('invalid_request')],
        [() => put(Buffer.concat([content, content])), 413, errorBody('payload_too_large')],
        [() => put(content), 204, undefined],
        [() => put(content), 409, errorBody('upload_closed')],
      ] as const) {
        const answer = await send();
        expect([answer.status, answer.body]).toEqual([status, body]);
      }
      await project.call('POST', `/media/${media.id}/complete`);
      const late = await put(content);
      expect([late.status, late.body]).toEqual([404, errorBody('not_found')]);
      const nowhere = await sendBytes(api, { uploadUrl: `${api.baseUrl}/uploads/${'a'.repeat(43)}` }, 'PUT', {
        content,
      });
      expect([nowhere.status, nowhere.body]).toEqual([404, errorBody('not_found')]);
    },
  },
  {
    section,
    statement: 'pages of any origin may upload: the address of an upload answers OPTIONS, and needs no key',
    notStandalone: 'it lets pages of other origins do everything',
    async run(api) {
      const project = await api.project();
      const media = await announce(project, announcement(JPEG));
      const { status, headers } = await sendBytes(api, media, 'OPTIONS', {
        headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'PATCH' },
      });
      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(headers.get('Access-Control-Allow-Methods')).toMatch(/PUT.*PATCH.*HEAD/);
      expect(headers.get('Access-Control-Allow-Headers')).toMatch(/Content-Type.*Upload-Offset.*Tus-Resumable/);
      expect(headers.get('Tus-Version')).toBe('1.0.0');
      const post = await sendBytes(api, media, 'POST', { content: JPEG.content });
      expect([post.status, post.body]).toEqual([405, errorBody('method_not_allowed')]);
    },
  },
  ...(
    [
      ['whose SHA-256 is another than announced', JPEG, { sha256: sha256Of(PNG.content) }, JPEG.contentType],
      ['that is cut off', cut(JPEG), {}, JPEG.contentType],
      ['that is neither image nor video', text(), {}, 'application/octet-stream'],
    ] as const
  ).map(
    ([what, file, more, contentType]): Statement => ({
      section,
      statement: `a file ${what} is refused, says why, and has media.failed`,
      async run(api) {
        const project = await api.project();
        const media = await upload(api, project, file, more);
        expect(media).toMatchObject({ status: 'refused', error: ANY.sentence, contentType, problems: [] });
        expect(media).toMatchObject({ uploadUrl: null, uploadHeaders: null, uploadExpiresAt: null });
        const served = await api.send({ method: 'GET', path: media.url.slice(api.baseUrl.length) });
        expect(served.status).toBe(404);
        const [event] = await mediaEvents(api, project);
        const { id, status, error } = media;
        expect(event).toMatchObject({ type: 'media.failed', data: { media: { id, status, error } } });
      },
    }),
  ),
  {
    section,
    statement: 'a file is what its bytes are, whatever its name and type say',
    async run(api) {
      const project = await api.project();
      const media = await upload(api, project, { ...PNG, filename: 'rye.jpg', contentType: 'image/jpeg' });
      expect(media).toMatchObject({ status: 'ready', contentType: 'image/png', filename: 'rye.jpg' });
    },
  },
  {
    section,
    statement: 'a ready file has media.ready, without its addresses',
    async run(api) {
      const project = await api.project();
      const media = await upload(api, project, PNG);
      const {
        sha256: _,
        url,
        uploadUrl: __,
        uploadHeaders: ___,
        uploadExpiresAt: ____,
        expiresAt: _____,
        ...rest
      } = media;
      const events = await mediaEvents(api, project);
      expect(events).toEqual([{ id: ANY.eventId, type: 'media.ready', timestamp: ANY.time, data: { media: rest } }]);
      expect(JSON.stringify(events)).not.toContain(url);
    },
  },
  {
    section,
    statement: 'a ready file is served to everybody: whole, a range, its headers, nothing when it is known',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { url, sha256 } = await upload(api, project, JPEG);
      const { content } = JPEG;
      const etag = `"${sha256}"`;
      const ask = async (method: string, headers: Readonly<Record<string, string>> = {}) => {
        const path = url.slice(api.baseUrl.length);
        const answer = await api.send({ method, path, headers: Object.entries(headers) });
        const named = (name: string) => answer.headers.get(name);
        return { ...answer, shown: [answer.status, named('Content-Length'), named('Content-Range')], named };
      };
      const whole = await ask('GET');
      expect(whole.shown).toEqual([200, String(content.length), null]);
      expect(whole.body).toBe(new TextDecoder().decode(content));
      for (const [name, value] of [
        ['Content-Type', 'image/jpeg'],
        ['Content-Disposition', 'inline; filename="harbour.jpg"'],
        ['Content-Security-Policy', "default-src 'none'; sandbox"],
        ['X-Content-Type-Options', 'nosniff'],
        ['Cache-Control', 'public, max-age=31536000, immutable'],
        ['Accept-Ranges', 'bytes'],
        ['ETag', etag],
        ['Set-Cookie', null],
      ] as const)
        expect([name, whole.named(name)]).toEqual([name, value]);
      const head = await ask('HEAD');
      expect([...head.shown, head.body]).toEqual([200, String(content.length), null, undefined]);

      const total = content.length;
      const part = await ask('GET', { Range: 'bytes=6-9' });
      expect([...part.shown, part.body]).toEqual([206, '4', `bytes 6-9/${total}`, 'JFIF']);
      expect((await ask('GET', { Range: `bytes=-${total - 6}` })).shown).toEqual([
        206,
        String(total - 6),
        `bytes 6-${total - 1}/${total}`,
      ]);
      const changed = await ask('GET', { Range: 'bytes=6-9', 'If-Range': '"other"' });
      expect(changed.shown).toEqual([200, String(total), null]);
      const beyond = await ask('GET', { Range: `bytes=${total}-` });
      expect([beyond.status, beyond.named('Content-Range')]).toEqual([416, `bytes */${total}`]);
      expect((await ask('GET', { 'If-None-Match': etag })).status).toBe(304);
      const post = await ask('POST');
      expect([post.status, post.body]).toEqual([405, errorBody('method_not_allowed')]);
    },
  },
  {
    section,
    statement: 'robots.txt lets everybody fetch hosted files',
    async run(api) {
      const { status, body } = await api.send({ method: 'GET', path: '/robots.txt' });
      expect([status, body]).toEqual([200, expect.stringMatching(/^User-agent: \*\nAllow: \/m\/$/m)]);
    },
  },
];

function cut(file: SampleFile): SampleFile {
  return { ...file, content: file.content.subarray(0, file.content.length / 2) };
}

function text(): SampleFile {
  return { ...JPEG, content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') };
}
