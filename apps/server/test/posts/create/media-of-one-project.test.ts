import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useFileServer } from '../../file-server.ts';
import { useServer } from '../../use-server.ts';

const picture = readFileSync(new URL('../../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));

const server = useServer({
  // Room for two of the pictures, which is more than one project may take.
  env: { MEDIA_SPOOL_BYTES: String(Math.round(picture.length * 2.5)), EGRESS_ALLOWED_HOSTS: '127.0.0.1' },
  // A picture that the test holds back is not slow.
  options: { mediaLimits: { rateWindowMs: 300_000, imageTotalMs: 300_000 } },
});
const files = useFileServer();

const withPicture = (content: string, url: string) => ({ content, mediaItems: [{ type: 'image' as const, url }] });

test('media of one project that exceed its share wait for each other, and those of another project do not', async () => {
  let held: ServerResponse | undefined;
  const heldUrl = files.serve((_request, response) => {
    held = response;
    response.writeHead(200, { 'content-length': picture.length }).write(picture.subarray(0, 1_000));
  });
  const [url, otherUrl] = [files.serve(picture), files.serve(picture)];
  const ana = await server.person('x');
  const also = await server.person('x', { project: ana.project });
  const ben = await server.person('x');
  const first = ana.target(withPicture('First', heldUrl));
  await expect.poll(() => held).toBeDefined();
  let isDone = false;
  const second = also.target(withPicture('Second', url)).finally(() => {
    isDone = true;
  });
  await expect.poll(() => files.hits(url)).toBe(1);
  expect((await ben.target(withPicture('Of another', otherUrl))).status).toBe('published');
  expect(isDone).toBe(false);
  held?.end(picture.subarray(1_000));
  expect([(await first).status, (await second).status]).toEqual(['published', 'published']);
  expect([files.hits(url), files.hits(otherUrl)]).toEqual([2, 1]);
});
