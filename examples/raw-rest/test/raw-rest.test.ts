import { fileURLToPath } from 'node:url';
import { serviceOfFile } from '@fanfare/harness/service';
import {
  type Run,
  type RunningMock,
  shownIn,
  startMock,
  startProgram,
  withoutAddresses,
  withoutChance,
} from '@fanfare/harness/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureCommand } from './ensure-command.ts';
import { type ForgetfulProxy, startForgetfulProxy } from './forgetful-proxy.ts';

const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

const service = serviceOfFile();
const mocks: RunningMock[] = [];
let proxy: ForgetfulProxy;
/** Reasons that commands are not available on this machine. */
const missing = new Map<string, string>();

beforeAll(async () => {
  proxy = await startForgetfulProxy(service.baseUrl);
  // One after the other: apt-get runs once at a time.
  for (const command of ['curl', 'python3']) {
    const reason = await ensureCommand(command, command);
    if (reason === null) continue;
    missing.set(command, reason);
    console.warn(`What needs ${command} is not tested. ${reason}`);
  }
});
afterAll(async () => {
  proxy?.close();
  await Promise.all(mocks.map((mock) => mock.stop()));
});

// They mostly wait for networks, so they run concurrently.
describe.concurrent.each([
  { program: 'first-steps.sh', command: 'sh', needs: 'curl' },
  { program: 'first_steps.py', command: 'python3', needs: 'python3' },
])('$program', ({ program, command, needs }) => {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startMock();
    mocks.push(mock);
  });

  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const run = (env: Readonly<Record<string, string>>): Promise<Run> => {
    const { PATH, HOME } = process.env;
    return startProgram(command, [file], { PATH, HOME, ...env }).ended;
  };
  const named = (baseUrl: string, apiKey: string) => ({ FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: apiKey });

  /** The networks on which the post of a run is live. */
  const liveOf = async ({ stdout }: Run): Promise<string[]> => {
    const [, text = ''] = /“(.+)”/.exec(stdout) ?? [];
    const live = await service.livePosts();
    return live.flatMap((post) => (post.text === text ? [post.network] : [])).toSorted();
  };
  const ONCE_EACH = ['linkedin', 'threads', 'x'];

  test('prints what the README shows', async ({ skip }) => {
    skip(missing.has(needs), missing.get(needs));
    const direct = await run({ FANFARE_FOLDER: service.folder });
    expect({ ...direct, stdout: withoutChance(direct.stdout) }).toEqual({
      code: 0,
      stdout: withoutChance(shown),
      stderr: '',
    });
    expect(await liveOf(direct)).toEqual(ONCE_EACH);
  });

  test('after a connection that breaks during a publish the same request returns the post, which is live once', async ({
    skip,
  }) => {
    skip(missing.has(needs), missing.get(needs));
    const broken = await run(named(proxy.baseUrl, service.apiKey));
    expect([broken.code, withoutChance(broken.stdout)]).toEqual([0, withoutChance(shown)]);
    expect(broken.stderr).toMatch(/^ {3}no answer \(.+\): asking again with the same key\n/);
    expect(await liveOf(broken)).toEqual(ONCE_EACH);
  });

  test('over the mock, which asks to wait and drops an answer', async ({ skip }) => {
    skip(missing.has(needs), missing.get(needs));
    await mock.control('/faults', { route: 'accounts.list', code: 'rate_limited' });
    await mock.control('/faults', { route: 'posts.create', drop: 'after' });
    const overMock = await run(mock.env);
    expect([overMock.code, withoutAddresses(overMock.stdout)]).toEqual([0, withoutAddresses(shown)]);
    expect(overMock.stderr).toMatch(/^ {3}429: asking again .+\n {3}no answer \(.+\): asking again .+\n$/);
    const { FANFARE_BASE_URL: url, FANFARE_API_KEY: key } = mock.env;
    const recorded = await fetch(`${url}/api/v1/posts`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await recorded.json()).toMatchObject({ posts: [{ status: 'published' }], hasMore: false });
  });

  test('says what to do where no service runs, and when the key is wrong', async ({ skip }) => {
    skip(missing.has(needs), missing.get(needs));
    expect(await run({ FANFARE_FOLDER: `${service.folder}/nowhere` })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Fanfare is not running. Start it with "npx --yes pnpm@10.34.9 dev", or set FANFARE_BASE_URL and FANFARE_API_KEY.\n',
    });
    expect(await run(named(service.baseUrl, 'fanfare_sk_wrong'))).toEqual({
      code: 1,
      stdout: '\n1  The accounts of the project\n\n',
      stderr: '   401 unauthorized\n     The key opens nothing: check FANFARE_API_KEY.\n',
    });
  });
});
