import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, totalmem } from 'node:os';
import { createMock, type Mock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { serveMock } from '@fanfare/mock/server';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { median, spread } from './figures.ts';

/**
 * Measures one request to the mock: directly to its `fetch`, over HTTP to the standalone server, and through Mock Service Worker in Node. The overhead of the
 * last two
 * is measured in alternation, with a bare server and a bare handler that give the same answer.
 */
const GOAL_MS = 1;
const ROUNDS = Number(process.argv[2] ?? 5);
const REQUESTS = 400;
/** Mock Service Worker itself takes most of its time. */
const OURS = ['mock.fetch', 'standalone'];

type Call = { readonly path: string; readonly init: RequestInit };
/** Makes a call, reads its body and returns it. */
type Ask = (call: Call) => Promise<string>;

const unlimited = { requestsPerMinute: 100_000_000, publishesPerMinute: 100_000_000 };

/** The most common requests of a program; each publish has a new key. */
function callsOf(mock: Mock): Readonly<Record<string, () => Call>> {
  const accounts = Object.values(mock.scenario('everything-works'));
  const headers = { Authorization: `Bearer ${mock.apiKey}`, 'Content-Type': 'application/json' };
  const post = (content: string) => ({
    content,
    mediaItems: [{ type: 'image', url: 'https://files.example.com/harbour.jpg' }],
    platforms: accounts.map(({ id, platform }) => ({ platform, accountId: id })),
  });
  const toPost = (path: string, body: object): Call => ({
    path,
    init: { method: 'POST', headers, body: JSON.stringify(body) },
  });
  let posts = 0;
  return {
    'publish to 4 networks': () =>
      toPost('/api/v1/posts', { ...post(`Post ${posts}`), idempotencyKey: `post-${posts++}` }),
    'check a post': () => toPost('/api/v1/posts/validate', post('A post')),
    'list accounts': () => ({ path: '/api/v1/accounts', init: { headers } }),
  };
}

const asking =
  (send: typeof fetch, baseUrl: string): Ask =>
  async ({ path, init }) => {
    const response = await send(`${baseUrl}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} was answered ${response.status}: ${text}`);
    return text;
  };

/** The median time of one call, in milliseconds. */
async function timeOf(ask: Ask, next: () => Call, times: number): Promise<number> {
  const tookMs: number[] = [];
  for (let n = 0; n < times; n++) {
    const call = next();
    const startedAt = performance.now();
    await ask(call);
    tookMs.push(performance.now() - startedAt);
  }
  return median(tookMs);
}

const direct = createMock(unlimited);
const intercepted = createMock(unlimited);
const served = await serveMock(unlimited);
let bareAnswer = '';
const bare = createServer((request, response) => {
  request.resume().on('end', () => response.end(bareAnswer));
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const interception = setupServer(
  ...mswHandlers(intercepted),
  http.all('https://bare.test/*', () => HttpResponse.text(bareAnswer)),
);

let failed = false;
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the start; medians of ${ROUNDS} rounds of ${REQUESTS} calls\n`,
  );
  const ways = { direct: callsOf(direct), intercepted: callsOf(intercepted), served: callsOf(served.mock) };
  for (const kind of Object.keys(ways.direct)) {
    const next = (of: Readonly<Record<string, () => Call>>) => of[kind]!;
    bareAnswer = await asking(direct.fetch, direct.baseUrl)(next(ways.direct)());
    const rounds: Record<string, number[]> = {
      'mock.fetch': [],
      standalone: [],
      'bare server': [],
      msw: [],
      'bare handler': [],
    };
    for (let round = -1; round < ROUNDS; round++) {
      const times = round < 0 ? REQUESTS / 2 : REQUESTS;
      const took: Record<string, number> = {
        'mock.fetch': await timeOf(asking(direct.fetch, direct.baseUrl), next(ways.direct), times),
        standalone: await timeOf(asking(fetch, served.url), next(ways.served), times),
        'bare server': await timeOf(asking(fetch, bareUrl), next(ways.served), times),
      };
      interception.listen();
      took.msw = await timeOf(asking(fetch, intercepted.baseUrl), next(ways.intercepted), times);
      took['bare handler'] = await timeOf(asking(fetch, 'https://bare.test'), next(ways.intercepted), times);
      interception.close();
      // The first round warms up.
      if (round >= 0) for (const [way, ms] of Object.entries(took)) rounds[way]!.push(ms);
    }
    console.log(`  ${kind}`);
    for (const [way, tookMs] of Object.entries(rounds)) judge(way, tookMs);
  }
} finally {
  bare.close();
  bare.closeAllConnections();
  await served.close();
}
process.exitCode = failed ? 1 : 0;

function judge(way: string, tookMs: readonly number[]): void {
  const figure = `    ${way.padEnd(12)}  ${spread(tookMs, 'ms', 2)}`;
  if (!OURS.includes(way)) {
    console.log(figure);
    return;
  }
  const reached = median(tookMs) <= GOAL_MS;
  failed ||= !reached;
  console.log(`${figure}  goal: at most ${GOAL_MS} ms  ${reached ? 'reached' : 'MISSED'}`);
}
