import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../src/create-http.ts';
import { guardedConnector } from '../src/egress/guarded-connector.ts';
import { fetchMedia } from '../src/fetch-media.ts';
import type { Effect } from '../src/http.ts';
import { MEDIA_LIMITS } from '../src/media-limits.ts';
import { NetworkError } from '../src/network-error.ts';
import { createReceiverClient } from '../src/post-to-receiver.ts';
import { createPageReader } from '../src/read-page.ts';
import { fileOf } from './media-bytes.ts';
import { openSource, request, serveFile, tempDir, useSources } from './open-source.ts';

useSources();

const mistake = new TypeError('client.request is not a function');
/** As a dependency of ours that is broken. */
const egress = {
  allowedHosts: ['broken.test', '127.0.0.1'],
  trustedOrigins: [],
  resolve: () => Promise.reject(mistake),
};
const signal = new AbortController().signal;
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  );

test('a mistake of this program is thrown on, and is no file, page or receiver that gave no answer', async () => {
  const { media } = openSource({ egress });
  expect(await thrownBy(media.open({ ...request(80), url: 'http://broken.test/a.jpg' }))).toBe(mistake);
  expect(await thrownBy(createPageReader({ egress })('http://broken.test/', signal))).toBe(mistake);
  const post = createReceiverClient({ egress, timeoutMs: 1_000 });
  const call = { url: 'https://broken.test/hooks', headers: {}, body: Buffer.from('{}'), signal };
  expect(await thrownBy(post(call))).toBe(mistake);
});

test('a mistake while a file arrives gives back its disk space and its file', async () => {
  const { port } = await serveFile(fileOf('image/jpeg', 400));
  const { clock } = openSource();
  const taken: number[] = [];
  const diskBudget = {
    totalBytes: 1_000,
    usedBytes: () => 0,
    take: (bytes: number) => taken.push(bytes) > 0,
    give: (bytes: number) => void taken.push(-bytes),
    wait: () => Promise.resolve(true),
  };
  let asked = 0;
  const capBytes = (): number => {
    asked += 1;
    if (asked > 1) throw mistake;
    return 1_000;
  };
  const deps = {
    ...{ egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [] }, tempDir, clock, diskBudget, owner: '' },
    limits: MEDIA_LIMITS,
    connect: guardedConnector({ allowedHosts: ['127.0.0.1'], trustedOrigins: [] }, { connectTimeoutMs: 1_000 }),
  };
  const fetched = fetchMedia(deps, {
    ...{ url: `http://127.0.0.1:${port}/a.jpg`, accept: ['image/jpeg'], capBytes, totalMs: 60_000, signal },
  });
  expect(await thrownBy(fetched)).toBe(mistake);
  expect(taken.reduce((sum, bytes) => sum + bytes, 0)).toBe(0);
  expect(taken.length).toBeGreaterThan(1);
  expect(await readdir(tempDir)).toEqual([]);
});

test('a mistake during a call of a network is thrown on; of a public call it says that nothing was sent', async () => {
  const http = createHttp({ egress });
  onTestFinished(() => http.close());
  const call = (effect: Effect) =>
    thrownBy(http({ method: 'POST', url: 'https://broken.test/', effect, signal, body: { json: {} } }));
  expect([await call('read'), await call('hidden')]).toEqual([mistake, mistake]);
  const facts = {
    code: 'internal_error',
    outcome: 'not_sent',
    message: 'The service failed before anything was sent.',
    cause: mistake,
  };
  expect(await call('public')).toEqual(new NetworkError(facts as NetworkError['facts']));
  expect(await call('public')).toMatchObject({ facts });
});
