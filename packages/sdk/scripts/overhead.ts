/**
 * What a call costs above bare fetch: `node scripts/overhead.ts [folder]`, after `build`. A folder in which `post-for-me` and `@zernio/node` are installed
 * is measured side by side. Server and client share one process, and take turns, so that other load of the machine affects all of them alike.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROUNDS = 1500;
const WARM_UP = 300;

const answer = JSON.stringify({
  post: { id: 'post_1', status: 'published', content: 'Hello', targets: [] },
  replayed: false,
  warnings: [],
});
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' });
    response.end(answer);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const body = { content: 'Hello', platforms: [{ platform: 'x', accountId: 'acc_1' }] } as const;

const { Fanfare }: typeof import('../src/index.ts') = await import(new URL('../dist/index.js', import.meta.url).href);
const fanfare = new Fanfare({ baseUrl, apiKey: 'fanfare_sk_test' });

const calls: Record<string, () => PromiseLike<unknown>> = {
  'bare fetch': async () => {
    const response = await fetch(`${baseUrl}/api/v1/posts`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer fanfare_sk_test',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    return response.json();
  },
  '@fanfare/sdk': () => fanfare.posts.create(body),
};

const [, , folder] = process.argv;
if (folder !== undefined) {
  const resolve = createRequire(path.resolve(folder, 'package.json')).resolve;
  const load = async (name: string) => import(pathToFileURL(resolve(name)).href);
  const { PostForMe } = await load('post-for-me');
  const postForMe = new PostForMe({ apiKey: 'key', baseURL: baseUrl });
  calls['post-for-me'] = () => postForMe.socialPosts.create({ caption: 'Hello', social_accounts: ['a'] });
  const { Zernio, default: Default } = await load('@zernio/node');
  const zernio = new (Zernio ?? Default)({ apiKey: 'key', baseURL: baseUrl });
  calls['@zernio/node'] = () => zernio.posts.createPost({ body: { content: 'Hello', platforms: [] } });
}

const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  for (const [name, call] of Object.entries(calls)) {
    const startedAt = performance.now();
    await call();
    if (round >= WARM_UP) times.get(name)?.push(performance.now() - startedAt);
  }
}
server.close();
server.closeAllConnections();

const median = (values: number[] = []): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const bare = median(times.get('bare fetch'));
for (const [name, values] of times) {
  const ms = median(values);
  console.log(`${name.padEnd(14)} median ${ms.toFixed(3)} ms   above bare fetch ${(ms - bare).toFixed(3)} ms`);
}
