import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readAnswer } from '../raw-http.ts';
import { beginPut, patch } from './send-upload.ts';
import { useMediaServer } from './use-media-server.ts';

/** Longer than a slow machine takes for a chunk. */
const IDLE_MS = 2_000;
/** Whether the store takes longer for the next chunk than a client may be silent. */
let isSlow = false;

async function* slowly(bytes: AsyncIterable<Uint8Array>) {
  for await (const chunk of bytes) {
    if (isSlow) await sleep(IDLE_MS * 1.5);
    isSlow = false;
    yield chunk;
  }
}

const server = useMediaServer({
  idleMs: IDLE_MS,
  wrap: (store) => ({ ...store, append: (key, offset, bytes) => store.append(key, offset, slowly(bytes)) }),
});

test('a client that goes silent is cut off, and goes on where it was', async () => {
  const file = await server.announce({ bytes: 10 });
  const answer = await readAnswer(await beginPut(file, 'abcd'));
  expect([answer.status, (JSON.parse(answer.text) as { error: { code: string } }).error.code]).toEqual([
    409,
    'upload_incomplete',
  ]);
  expect(await server.store.received(file.key)).toBe(4);
  expect((await patch(file.uploadUrl, 4, 'efghij')).status).toBe(204);
  expect(await server.store.size(file.key)).toBe(10);
});

test('a slow store cuts no client off, which waits for it; other files are served meanwhile', async () => {
  const other = await server.host('abc');
  const file = await server.announce({ bytes: 200_000 });
  isSlow = true;
  const sent = patch(file.uploadUrl, 0, 'x'.repeat(200_000));
  expect((await fetch(other.url)).status).toBe(200);
  expect((await sent).status).toBe(204);
  expect(await server.store.size(file.key)).toBe(200_000);
});
