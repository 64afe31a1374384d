import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { serviceOfFile } from '@fanfare/harness/service';
import { startProgram } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy } from './proxy.ts';
import { runCli } from './run-cli.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const HARBOUR = fileURLToPath(new URL('../../sandbox/samples/harbour.jpg', import.meta.url));

const service = serviceOfFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-post-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const envOf = (baseUrl: string) => ({ FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: service.apiKey, TZ: 'UTC' });
const run = (words: readonly string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(words, { env: envOf(service.baseUrl), ...more });
const live = async (text: string) => (await service.livePosts()).filter((post) => post.text === text);

const REFUSED_BY_X = {
  network: 'x',
  method: 'POST',
  path: '^/2/tweets$',
  action: 'status',
  status: 403,
  body: { title: 'Forbidden', detail: 'You are not allowed to create a Tweet with duplicate content.', status: 403 },
} as const;
const LOST_BY_LINKEDIN = { network: 'linkedin', method: 'POST', path: '^/rest/posts$', action: 'drop_after' } as const;
const NOT_READ_BY_LINKEDIN = {
  network: 'linkedin',
  method: 'GET',
  path: '^/rest/posts',
  action: 'status',
  status: 503,
} as const;

test.each([
  ['all published', 'x,linkedin:@ada', [], 0, 'published'],
  ['one refused', 'x,linkedin:@ada', [REFUSED_BY_X], 2, 'partial'],
  ['all refused', 'x', [REFUSED_BY_X], 3, 'failed'],
])('%s: exit code of the outcome', async (name, to, faults, code, status) => {
  for (const fault of faults) await service.fail(fault);
  const answer = await run(['post', `Outcome: ${name}`, '--to', to]);
  expect({ code: answer.code, status: JSON.parse(answer.stdout).post.status }).toEqual({ code, status });
});

test('people see a line for each target, what failed and what to do', async () => {
  await service.fail(REFUSED_BY_X);
  const { code, stdout, stderr } = await run(['post', 'For people', '--to', 'x,linkedin:@ada'], { tty: true });
  const id = /post_\w+/.exec(stdout)?.[0];
  expect({ code, stdout: stdout.replace(/https?:\S+/g, '<url>') }).toEqual({
    code: 2,
    stdout: expect.stringMatching(
      new RegExp(
        [
          `^\u001b\\[1m${id}\u001b\\[22m  \u001b\\[33mpartial\u001b\\[39m`,
          '  \u001b\\[2mFor people\u001b\\[22m',
          '  x         @ada  \u001b\\[31mfailed\u001b\\[39m',
          '    duplicate_content: .*',
          '    The network says: .*duplicate content.*',
          '    What to do: .*',
          '  linkedin  @ada  \u001b\\[32mpublished\u001b\\[39m  <url>\n$',
        ].join('\n'),
      ),
    ),
  });
  expect(stripVTControlCharacters(stderr)).toMatch(
    new RegExp(`^Key  auto-[\\d-]+-[0-9a-f]{40}\nPublishing…\rPost ${id}\n(?:x \\w+ · linkedin \\w+\r)+$`),
  );
});

test('what a network may have published ends with 4, and says to look first', async () => {
  await service.fail(LOST_BY_LINKEDIN);
  for (let reads = 0; reads < 12; reads++) await service.fail(NOT_READ_BY_LINKEDIN);
  const { code, stdout } = await run(['post', 'Lost at LinkedIn', '--to', 'linkedin:@ada', '--no-json']);
  expect(code).toBe(4);
  expect(stdout).toMatch(/outcome_unknown: .*\n(.*\n)*.*Look at the account before you send it again\./);
  const id = /post_\w+/.exec(stdout)?.[0] ?? '';
  expect(await run(['posts', 'retry-failed', id])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`Post ${id} has no target to send again.`),
  });
});

test('a rule that is broken, and an account that is not there, are refused with 1', async () => {
  const long = await run(['post', 'long '.repeat(100), '--to', 'x']);
  expect(long).toMatchObject({ code: 1, stdout: '' });
  expect(long.stderr).toMatch(
    /\n400 invalid_post: .*\n {2}platforms\[0\](?:\.content)?, x: .* \(x\.text\.max_weighted_length\)\n {2}Request [0-9a-f-]{36}\n {2}http.*#invalid_post\n$/,
  );
  const several = await run(['post', 'Hello', '--to', '@ada']);
  expect(several).toMatchObject({ code: 1, stdout: '' });
  const [sentence, ...choices] = several.stderr.trimEnd().split('\n');
  expect(sentence).toBe('--to @ada fits 4 accounts. Name one:');
  const named = ['instagram', 'linkedin', 'threads', 'x'] as const;
  expect(choices.toSorted()).toEqual(named.map((platform) => `  ${platform}:@ada  ${service.accounts[platform]}`));
});

test('a service that does not answer ends with 75', async () => {
  const gone = await startProxy(service.baseUrl);
  await gone.close();
  expect(await run(['posts'], { env: envOf(gone.baseUrl) })).toEqual({
    code: 75,
    stdout: '',
    stderr: `FANFARE_BASE_URL: nothing listens at ${new URL(gone.baseUrl).host}. Start Fanfare, or correct the address.\n`,
  });
});

test('the same words again are the first post: with a file under another name, and with a time in words', async () => {
  const copy = path.join(folder, 'another-name.jpg');
  copyFileSync(HARBOUR, copy);
  const [first, again] = [
    await run(['post', 'Once', '--to', 'x', '--media', HARBOUR, '--alt', 'A harbour']),
    await run(['post', 'Once', '--to', 'x', '--media', copy, '--alt', 'A harbour']),
  ].map(({ stdout }) => JSON.parse(stdout));
  expect({ ...again, replayed: false }).toEqual({ ...first, warnings: [] });
  expect([again.replayed, (await live('Once')).length]).toEqual([true, 1]);
  const soon = ['post', 'Soon', '--to', 'x', '--at', 'in 2 hours'];
  const [one, two] = [await run(soon), await run(soon)];
  expect(JSON.parse(two.stdout).post).toEqual(JSON.parse(one.stdout).post);
  expect(two.stderr).toMatch(/This was sent before, as post_\w+: nothing is published again\./);
  const other = JSON.parse((await run([...soon, '--force-new'])).stdout);
  expect(other).toMatchObject({ replayed: false, idempotencyKey: expect.stringMatching(/^new-/) });
});

test('a request in a file has options for each target, and words add to it', async () => {
  copyFileSync(HARBOUR, path.join(folder, 'pic.jpg'));
  const file = path.join(folder, 'request.json');
  writeFileSync(
    file,
    JSON.stringify({
      content: 'From a file',
      mediaItems: [{ file: 'pic.jpg', altText: 'A harbour' }],
      platforms: [{ to: 'x' }, { to: 'linkedin:@ada', content: 'For LinkedIn' }],
    }),
  );
  const words = ['--file', file, '--option', 'x.replyControl=following', '--option', 'linkedin.visibility=connections'];
  const { code, stdout } = await run(['post', ...words, '--option', 'x.sensitiveMedia=other']);
  const { post, warnings } = JSON.parse(stdout);
  expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
  expect(post.targets.map((target: { requested: object }) => target.requested)).toMatchObject([
    { content: 'From a file', replyControl: 'following', x: { sensitiveMedia: ['other'] } },
    { content: 'For LinkedIn', linkedin: { visibility: 'connections' }, mediaItems: [{ altText: 'A harbour' }] },
  ]);
  expect(await run(['check', '--file', file, '--option', 'x.nothing=1'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^--option x\.nothing: the platforms of this post have no such option\. They have: .*x\.communityId/,
    ),
  });
});

test('files of the posts of a chain in a request are uploaded, and count by their bytes', async () => {
  copyFileSync(HARBOUR, path.join(folder, 'chain.jpg'));
  copyFileSync(HARBOUR, path.join(folder, 'copy.jpg'));
  const file = path.join(folder, 'chain.json');
  const publish = async (picture: string) => {
    const thread = [
      { content: 'A chain' },
      { content: 'Its end', mediaItems: [{ file: picture, altText: 'A harbour' }] },
    ];
    writeFileSync(file, JSON.stringify({ platforms: [{ to: 'x', thread }] }));
    return run(['post', '--file', file]);
  };
  const first = await publish('chain.jpg');
  const { post, idempotencyKey } = JSON.parse(first.stdout);
  expect({ code: first.code, thread: post.targets[0].requested.thread }).toEqual({
    code: 0,
    thread: [
      { content: 'A chain' },
      {
        content: 'Its end',
        mediaItems: [{ type: 'image', url: expect.stringMatching(/\/m\/\w+\/\w+\.jpg$/), altText: 'A harbour' }],
      },
    ],
  });
  const again = JSON.parse((await publish('copy.jpg')).stdout);
  expect([again.replayed, again.idempotencyKey]).toEqual([true, idempotencyKey]);
  writeFileSync(path.join(folder, 'chain.jpg'), readFileSync(file));
  const refused = await publish('chain.jpg');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('chain.jpg is refused: ')]);
});

test('check says what would be refused, and publishes nothing', async () => {
  const answer = await run(['check', 'long '.repeat(100), '--to', 'x', '--no-json']);
  expect(answer).toMatchObject({ code: 1, stderr: '' });
  expect(answer.stdout).toMatch(
    /^It would be refused\.\n {2}x:@ada {2}.*\(x\.text\.max_weighted_length\)\n {2}1 unit: x:@ada 1\n$/,
  );
  expect(await run(['post', 'Dry', '--to', 'x', '--dry-run', '--no-json'])).toEqual({
    code: 0,
    stdout: 'It can be published.\n  1 unit: x:@ada 1\n',
    stderr: '',
  });
  expect(await live('Dry')).toEqual([]);
});

test('posts are listed, shown, waited for, cancelled and sent again', async () => {
  const scheduled = JSON.parse((await run(['post', 'To cancel', '--to', 'x', '--at', '2099-01-01T00:00:00Z'])).stdout);
  const { id } = scheduled.post;
  expect(JSON.parse((await run(['posts', 'get', id])).stdout).post).toEqual(scheduled.post);
  const list = await run(['posts', 'list', '--status', 'scheduled', '--limit', '1', '--no-json']);
  expect(list.stdout).toMatch(
    new RegExp(`^ID .*\n${id}  scheduled  Thu, 1 Jan 2099, 00:00 UTC  x          To cancel\n$`),
  );
  expect(await run(['posts', 'cancel', id])).toMatchObject({ code: 0 });
  expect(await run(['posts', 'wait', id])).toMatchObject({ code: 3 });
  await service.fail(REFUSED_BY_X);
  const failed = JSON.parse((await run(['post', 'To retry', '--to', 'x,linkedin:@ada'])).stdout);
  const retry = ['posts', 'retry-failed', failed.post.id];
  const again = JSON.parse((await run(retry)).stdout);
  expect({ ...again.post, targets: again.post.targets.length }).toMatchObject({ status: 'published', targets: 1 });
  expect(JSON.parse((await run(retry)).stdout)).toMatchObject({ replayed: true, post: { id: again.post.id } });
  expect((await live('To retry')).map(({ network }) => network).toSorted()).toEqual(['linkedin', 'x']);
});

/** Runs the program until a call of it, kills it there, and runs the same words again. */
async function killed(
  text: string,
  trap: Parameters<Awaited<ReturnType<typeof startProxy>>['on']>,
  signal: NodeJS.Signals = 'SIGKILL',
) {
  const proxy = await startProxy(service.baseUrl);
  // What was uploaded today is not uploaded again: each text has its own bytes.
  const file = path.join(folder, `${text}.jpg`);
  writeFileSync(file, Buffer.concat([readFileSync(HARBOUR), Buffer.from(text)]));
  const words = ['post', text, '--to', 'x', '--media', file];
  const program = startProgram(process.execPath, [BIN, ...words], { PATH: process.env.PATH, ...envOf(proxy.baseUrl) });
  const [when, is] = trap;
  proxy.on(when, is, () => program.kill(signal));
  const first = await program.ended;
  await service.release();
  const again = await run(words);
  await proxy.close();
  return { first, again };
}

test.each([
  ['before the upload', 'call', 'POST', /\/media$/],
  ['in the upload', 'call', 'PATCH', /^\/uploads\//],
  ['after the upload', 'answer', 'POST', /\/complete$/],
  ['before the post is sent', 'call', 'POST', /\/posts$/],
  ['after the post was sent', 'answer', 'POST', /\/posts$/],
] as const)('killed %s, and the same words again: 1 post', async (name, when, method, path) => {
  const text = `Killed ${name}`;
  const is = (call: { method: string; path: string }): boolean => call.method === method && path.test(call.path);
  const { first, again } = await killed(text, [when, is, () => undefined]);
  expect({ code: first.code, again: again.code, live: (await live(text)).length }).toEqual({
    code: null,
    again: 0,
    live: 1,
  });
});

test('killed while it waits, and the same words again: 1 post; Ctrl-C says its id, and that it goes on', async () => {
  const isRead = (call: { method: string; path: string }): boolean =>
    call.method === 'GET' && /\/posts\/post_/.test(call.path);
  const slow = { network: 'x', method: 'POST', path: '^/2/tweets$', action: 'delay', delayMs: 60_000 } as const;
  await service.fail(slow);
  const { first, again } = await killed('Killed waiting', ['answer', isRead, () => undefined]);
  expect({ code: first.code, again: again.code, live: (await live('Killed waiting')).length }).toEqual({
    code: null,
    again: 0,
    live: 1,
  });
  await service.fail(slow);
  let reads = 0;
  const stopped = await killed(
    'Stopped waiting',
    ['call', (call) => isRead(call) && ++reads === 2, () => undefined],
    'SIGINT',
  );
  const { id } = JSON.parse(stopped.again.stdout).post;
  expect({ ...stopped.first, stderr: stopped.first.stderr.split('\n').slice(1) }).toEqual({
    code: 130,
    stdout: '',
    stderr: [`Post ${id}`, `Stopped waiting. Post ${id} goes on. See: fanfare-cli posts wait ${id}`, ''],
  });
  expect((await live('Stopped waiting')).length).toBe(1);
});

test('on a real terminal login asks for the key and does not show it', async () => {
  const command = `${process.execPath} ${BIN} login ${service.baseUrl}`;
  const env = { PATH: process.env.PATH, HOME: mkdtempSync(path.join(folder, 'home-')), TERM: 'xterm' };
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { env });
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!shown.includes('not shown') && text.includes('not shown')) terminal.stdin.write(`${service.apiKey}\r`);
    shown += text;
  });
  const code = await new Promise((resolve) => terminal.once('close', resolve));
  expect({ code, hasKey: shown.includes(service.apiKey) }).toEqual({ code: 0, hasKey: false });
  expect(shown).toContain(`Make a key at ${service.baseUrl}/settings/keys`);
  expect(shown).toContain(`Logged in to ${service.baseUrl} as profile default (scope all, 7 accounts).`);
});
