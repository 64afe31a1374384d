import { readFileSync } from 'node:fs';
import type { MediaFile } from '@fanfare/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';
import { missingCeph, startCeph } from './start-ceph.ts';

const missing = missingCeph();
const ceph = missing === null ? await startCeph() : null;
afterAll(() => ceph?.stop());

const PICTURE = readFileSync(new URL('../../../../packages/sandbox/samples/latte.png', import.meta.url));
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(ceph === null)('a service with a bucket', async () => {
  const s3 = ceph === null ? null : await ceph.bucket('service');
  const server = useServer({
    env: {
      MEDIA_S3_ENDPOINT: s3?.endpoint ?? '',
      MEDIA_S3_BUCKET: s3?.bucket ?? '',
      MEDIA_S3_REGION: s3?.region ?? '',
      MEDIA_S3_ACCESS_KEY_ID: s3?.accessKeyId ?? '',
      MEDIA_S3_SECRET_ACCESS_KEY: s3?.secretAccessKey.reveal() ?? '',
      MEDIA_S3_DIRECT_BYTES: '100000',
    },
  });
  let project: Project;
  beforeAll(async () => {
    ({ project } = await server.person('threads'));
  });
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await project.call<{ media: MediaFile }>(method, `/api/v1/media${path}`, body);
    return answer.body.media;
  };
  const announce = (content: Buffer) =>
    call('POST', '', { filename: 'dot.png', contentType: 'image/png', bytes: content.length });
  const put = async ({ uploadUrl, uploadHeaders }: MediaFile, body: Buffer) =>
    (await fetch(uploadUrl!, { method: 'PUT', headers: uploadHeaders!, body: new Uint8Array(body) })).status;
  const bytesAt = async (url: string, headers = {}) => {
    const answer = await fetch(url, { headers });
    return [answer.status, Buffer.from(await answer.arrayBuffer())] as const;
  };

  test('a small file goes to the bucket, is checked, and is served by this server whatever comes later', async () => {
    const file = await announce(DOT);
    expect(new URL(file.uploadUrl!).origin).toBe(s3!.endpoint);
    expect((await call('GET', `/${file.id}`)).uploadUrl).toBe(file.uploadUrl);
    const early = await project.call<{ error: { code: string } }>('POST', `/api/v1/media/${file.id}/complete`);
    expect([early.status, early.body.error.code]).toEqual([409, 'upload_incomplete']);
    expect([await put(file, PICTURE), await put(file, DOT)]).toEqual([403, 200]);
    const ready = await call('POST', `/${file.id}/complete`);
    expect([ready.status, ready.uploadUrl]).toEqual(['ready', null]);
    expect(await put(file, Buffer.alloc(DOT.length, 'x'))).toBe(200);
    expect(await bytesAt(ready.url)).toEqual([200, DOT]);
    expect(await bytesAt(ready.url, { Range: 'bytes=1-3' })).toEqual([206, Buffer.from('PNG')]);
    expect((await call('POST', `/${file.id}/complete`)).sha256).toBe(ready.sha256);
    await call('DELETE', `/${file.id}`);
    expect((await bytesAt(ready.url))[0]).toBe(404);
  });

  test('bytes that are no image are refused, as with a folder', async () => {
    const html = Buffer.from('<script>alert(1)</script>');
    const file = await announce(html);
    expect(await put(file, html)).toBe(200);
    expect((await call('POST', `/${file.id}/complete`)).status).toBe('refused');
  });

  test('a larger file comes through this server, in parts, and by one call', async () => {
    const file = await announce(PICTURE);
    expect(file.uploadUrl).toContain(`${server.baseUrl}/uploads/`);
    const half = 100_000;
    for (const [from, to] of [
      [0, half],
      [half, PICTURE.length],
    ] as const) {
      const { status } = await fetch(file.uploadUrl!, {
        method: 'PATCH',
        headers: {
          ...{ 'Content-Type': 'application/offset+octet-stream', 'Tus-Resumable': '1.0.0' },
          'Upload-Offset': String(from),
        },
        body: new Uint8Array(PICTURE.subarray(from, to)),
      });
      expect(status).toBe(204);
    }
    const ready = await call('POST', `/${file.id}/complete`);
    expect(ready.status).toBe('ready');
    expect(await bytesAt(ready.url)).toEqual([200, PICTURE]);
  });
});
