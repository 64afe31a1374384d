import { expect, test } from 'vitest';
import { readAnswer } from '../raw-http.ts';
import { beginPut, patch } from './send-upload.ts';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer({ idleMs: 300 });

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
