import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

/** CPU time of a scheduled post by that of a bare request, as it was when this was last recorded. Lower it with the change that saves some. */
const RECORDED = 3.8;
/** A regression. */
const MARGIN = 1.25;

/** Of a round. A bare request costs a fifth, so its time is only as exact with more of them. */
const REQUESTS = { post: 100, bare: 300 };
const AT_ONCE = 8;
/** Until the code is compiled. */
const WARM_UP = 12;
/** Other programs only add to a figure, by what they take of the caches: the lowest of several rounds counts, and more where it is too high. */
const ROUNDS = { least: 12, most: 40 };
const LATER = '2099-06-15T00:00:00.000Z';

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const server = useServer();
let bare: Server;

/** Work that never changes and follows the speed of the machine: a request with JSON, and one statement. */
beforeAll(async () => {
  bare = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const statement = { name: 'bare', text: 'select $1::jsonb as body', values: [JSON.stringify(body)] };
      const { rows } = await server.db.query(statement);
      answer.writeHead(202, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows[0]));
    });
  });
  await new Promise<void>((resolve) => void bare.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  agent.destroy();
  bare.close();
});

type To = { readonly url: string; readonly apiKey: string; readonly accountId: string };

/** Without the client and the checks of other tests, which cost more than the server. */
function post({ url, apiKey, accountId }: To): Promise<void> {
  const body = JSON.stringify({
    ...{ idempotencyKey: crypto.randomUUID(), content: 'The harbour opens at nine', publishAt: LATER },
    platforms: [{ platform: 'x', accountId }],
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 202) resolve();
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    sent.once('error', reject).end(body);
  });
}

/** CPU time of this thread for one of the requests, in microseconds. */
async function cpuPerRequest(to: To, requests: number): Promise<number> {
  let left = requests;
  const client = async (): Promise<void> => {
    while (left-- > 0) await post(to);
  };
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / requests;
}

test('a scheduled post costs at most a quarter more CPU time than recorded, by a bare request of the same round', async () => {
  const { project, account } = await server.person('x');
  const ours = { url: `${server.baseUrl}/api/v1/posts`, apiKey: project.apiKey, accountId: account.id };
  const theirs = { ...ours, url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}` };
  for (let round = 0; round < WARM_UP; round++)
    await Promise.all([cpuPerRequest(theirs, REQUESTS.bare), cpuPerRequest(ours, REQUESTS.post)]);
  let [perPost, perBare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isKept = (): boolean => perPost / perBare <= RECORDED * MARGIN;
  for (let round = 0; round < ROUNDS.most && (round < ROUNDS.least || !isKept()); round++) {
    perBare = Math.min(perBare, await cpuPerRequest(theirs, REQUESTS.bare));
    perPost = Math.min(perPost, await cpuPerRequest(ours, REQUESTS.post));
  }
  expect(perPost / perBare, `${perPost} µs, against ${perBare} µs`).toBeLessThanOrEqual(RECORDED * MARGIN);
});
