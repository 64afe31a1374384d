import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/media/stores/media-store.ts';
import { readAnswer } from '../raw-http.ts';
import { beginPut, patch } from './send-upload.ts';
import { useMediaServer } from './use-media-server.ts';

/** Error that the store throws at present; it keeps what came before. */
let failure: StoreUnavailable | null = null;
const orFail = <Answer>(work: () => Promise<Answer>): Promise<Answer> => (failure ? Promise.reject(failure) : work());

const server = useMediaServer({
  wrap: (store) => ({
    ...store,
    append: async (key, offset, bytes) => {
      const end = await store.append(key, offset, bytes);
      return orFail(async () => end);
    },
    size: (key) => orFail(() => store.size(key)),
  }),
});

const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return [answer.status, answer.headers.get('Retry-After'), error.code, error.message];
};
const NO_ROOM = 'The service has no room for files at present. Send the same request again later.';
const AWAY = 'The service cannot reach its files at present. Send the same request again.';

test('an upload that finds no room gets 503, and goes on later', async () => {
  const file = await server.announce({ bytes: 6 });
  failure = new StoreUnavailable('Full.', { isFull: true });
  expect(await refusal(await patch(file.uploadUrl, 0, 'abc'))).toEqual([503, '30', 'unavailable', NO_ROOM]);
  failure = null;
  expect((await patch(file.uploadUrl, 3, 'def')).status).toBe(204);
  expect(await server.store.size(file.key)).toBe(6);
});

test('a file of a store that is away is not called unknown', async () => {
  const { url } = await server.host('abc');
  failure = new StoreUnavailable('Away.');
  const answer = await fetch(url);
  expect(answer.headers.get('Cache-Control')).toBeNull();
  expect(await refusal(answer)).toEqual([503, '30', 'unavailable', AWAY]);
  failure = null;
  expect((await fetch(url)).status).toBe(200);
});

test('an upload that is refused in its middle gets its answer', async () => {
  const file = await server.announce({ bytes: 2_000_000 });
  failure = new StoreUnavailable('Full.', { isFull: true });
  const socket = await beginPut(file, 'x'.repeat(2_000_000));
  expect((await readAnswer(socket)).status).toBe(503);
  failure = null;
});
