import { createServer } from 'node:net';
import { HOW_TO_START } from '@fanfare/harness';
import {
  type Run,
  type RunningService,
  runProgram,
  shownIn,
  startService,
  withoutChance,
} from '@fanfare/harness/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeenPost, seenPosts } from './seen-posts.ts';

const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));
const runExample = (env: Readonly<Record<string, string>>): Promise<Run> =>
  runProgram(new URL('../src/index.ts', import.meta.url), env);

let service: RunningService;
let first: Run;

beforeAll(async () => {
  service = await startService();
  first = await runExample({ FANFARE_FOLDER: service.folder });
});
afterAll(() => service?.stop());

const ALT_TEXTS: Record<string, string> = {
  'harbour.jpg': 'Sailing boats and a lighthouse as the sun rises over the harbour',
  'roastery.jpg': 'A steel coffee roaster beside shelves of coffee bags',
  'beans.jpg': 'Coffee beans scattered around the words Single origin',
  'latte.png': 'A cup of coffee from above, with a heart poured into the milk',
};

/** The rows below the head of the table of targets. */
const rowsOf = (run: Run): string[] =>
  (/─\n(.*?)\n\n3 {2}/s.exec(run.stdout)?.[1] ?? '').split('\n').map((line) => line.trim());

const accountsOf = (run: Run): string[] => run.stdout.match(/@\S+ is acc_\w+/g) ?? [];

describe('the first run', () => {
  test('prints what the README shows', () => {
    expect({ ...first, stdout: withoutChance(first.stdout) }).toEqual({
      code: 0,
      stdout: withoutChance(shown),
      stderr: '',
    });
  });

  test('leaves six posts on the networks, with their alt texts and the cover, and a replay adds none', async () => {
    const [, batch = ''] = /batch ([0-9A-F]{4})/.exec(first.stdout) ?? [];
    const text = `First light at the harbour, and Morning Tide is out: single origin, batch ${batch}, ready from seven today.`;
    const media = (...files: string[]): SeenPost['media'] =>
      files.map((file) => ({ file, cover: null, altText: ALT_TEXTS[file] ?? null }));
    const posts = await seenPosts(service);
    const seen = posts.map(({ network, author, text, media }) => ({ network, author, text, media }));
    expect(seen.toSorted((a, b) => (`${a.network} ${a.author}` < `${b.network} ${b.author}` ? -1 : 1))).toEqual([
      { network: 'instagram', author: 'ada', text, media: media('harbour.jpg', 'clip.mp4', 'roastery.jpg') },
      { network: 'linkedin', author: 'ada', text, media: media('harbour.jpg', 'roastery.jpg', 'beans.jpg') },
      {
        network: 'linkedin',
        author: 'harbour-coffee',
        text,
        media: [{ file: 'clip.mp4', cover: 'cover.jpg', altText: null }],
      },
      { network: 'linkedin', author: 'northwind-studio', text, media: [] },
      { network: 'threads', author: 'ada', text, media: media('harbour.jpg', 'clip.mp4', 'roastery.jpg') },
      {
        network: 'x',
        author: 'ada',
        text: `Morning Tide is out ☕ Batch ${batch}, from seven.`,
        media: media('latte.png'),
      },
    ]);
  });

  test('prints the id and address each post has on its network', async () => {
    const posts = await seenPosts(service);
    const expected = posts.map(({ network, author, id, url }) => [network, `@${author}`, 'published', id, url]);
    expect(
      rowsOf(first)
        .map((row) => row.split(/ +/))
        .toSorted(),
    ).toEqual(expected.toSorted());
  });
});

test('a target that fails shows its reason among those that published, and the run ends with 1', async () => {
  await service.fail({
    network: 'x',
    method: 'POST',
    path: '^/2/tweets$',
    action: 'status',
    status: 403,
    body: {
      title: 'Forbidden',
      detail: 'You are not permitted to perform this action.',
      type: 'about:blank',
      status: 403,
    },
  });
  const again = await runExample({ FANFARE_FOLDER: service.folder });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(': 5 of 6 published in ');
  const rows = rowsOf(again).map((row) => row.split(/ {2,}/));
  expect(rows.map(([platform, , status]) => `${platform} ${status}`)).toEqual([
    'instagram published',
    'threads published',
    'x failed',
    'linkedin published',
    'linkedin published',
    'linkedin published',
  ]);
  expect(rows[2]?.slice(3)).toEqual(['–', expect.stringMatching(/^permission_missing: \S/)]);
  // Reconnecting gives the same account as before.
  expect(accountsOf(again)).toEqual(accountsOf(first));
  expect(accountsOf(again)).toHaveLength(6);
});

/** An address whose listener has just stopped. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('a run that cannot continue says why in a sentence', () => {
  const named = () => ({
    FANFARE_BASE_URL: `${service.baseUrl}/`,
    FANFARE_API_KEY: service.apiKey,
    SANDBOX_URL: service.sandboxUrl,
  });

  test('nothing was started', async () => {
    expect(await runExample({ FANFARE_FOLDER: `${service.folder}/nothing-here` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Fanfare is not running. ${HOW_TO_START}\n`,
    });
  });

  test('no service answers any more', async () => {
    const gone = await freeAddress();
    expect(await runExample({ ...named(), FANFARE_BASE_URL: gone })).toEqual({
      code: 1,
      stdout: '\n1  Connect an account on each network\n\n',
      stderr: `Nothing answers at ${gone}. ${HOW_TO_START}\n`,
    });
  });

  test('an invalid address', async () => {
    const run = await runExample({ ...named(), FANFARE_BASE_URL: 'http://127.0.0.1:1' });
    expect([run.code, run.stderr]).toEqual([1, 'fetch failed: bad port\n']);
  });

  test('an address without its key', async () => {
    expect(await runExample({ FANFARE_BASE_URL: service.baseUrl, FANFARE_FOLDER: service.folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'FANFARE_BASE_URL and FANFARE_API_KEY belong together: set both, or none of them.\n',
    });
  });

  test('a service with unknown networks', async () => {
    const { SANDBOX_URL: _, ...others } = named();
    expect(await runExample(others)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Where are the simulated networks of this service? Name them by SANDBOX_URL.\n',
    });
  });

  test('an invalid key', async () => {
    const run = await runExample({ ...named(), FANFARE_API_KEY: 'fanfare_sk_wrong' });
    expect([run.code, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^POST \/accounts\/connect answered 401: \{"error":\{"code":"unauthorized",.*\n$/),
    ]);
  });

  test('a network where only a real person can sign in', async () => {
    expect(await runExample({ ...named(), SANDBOX_URL: 'https://sandbox.example' })).toEqual({
      code: 1,
      stdout: '\n1  Connect an account on each network\n\n',
      stderr: `${service.sandboxUrl} wants a real person. This example plays one on the simulated networks only.\n`,
    });
  });
});
