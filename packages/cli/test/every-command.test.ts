import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningMock, startMock } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandTree } from '../src/completion/command-tree.ts';
import { manPage } from '../src/completion/man-page.ts';
import { createProgram } from '../src/program.ts';
import { runCli } from './run-cli.ts';

let mock: RunningMock;
let folder: string;
beforeAll(async () => {
  mock = await startMock();
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-commands-'));
});
afterAll(async () => {
  await mock?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (words: readonly string[], more: Parameters<typeof runCli>[1] = {}) =>
  runCli(words, { env: { ...mock.env, XDG_CONFIG_HOME: folder, TZ: 'UTC' }, ...more });
const fileOf = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('every command has a description, is in the manual, and runs', async () => {
  const program = createProgram(process, () => Promise.resolve());
  const leaves = commandTree(program).filter(({ children }) => children.length === 0);
  const manual = manPage(program, '1.0.0');
  for (const { words, description } of leaves) {
    expect({ words, description }).toEqual({ words, description: expect.stringMatching(/^\w.{10}/) });
    expect(manual).toContain(`.SS ${words.replaceAll('-', '\\-')}`);
  }
  const picture = fileOf('red.png', '');
  writeFileSync(
    picture,
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  const { post } = linesOf((await run(['post', 'Later', '--to', 'x', '--at', '2099-01-01T00:00:00Z'])).stdout)[0];
  const saved = await run(['drafts', 'save', 'A draft', '--to', 'x', '--note', 'Is the date right?']);
  const { draft } = linesOf(saved.stdout)[0];
  const met: Readonly<Record<string, readonly [words: readonly string[], code: number, keys: readonly string[]]>> = {
    post: [['post', 'Hello', '--to', 'x'], 0, ['post', 'replayed', 'warnings', 'idempotencyKey']],
    check: [['check', 'Hello', '--to', 'x'], 0, ['valid', 'violations', 'warnings', 'units', 'targets']],
    'posts list': [['posts', 'list'], 0, ['posts', 'hasMore']],
    'posts get': [['posts', 'get', post.id], 0, ['post']],
    'posts cancel': [['posts', 'cancel', post.id], 0, ['post']],
    'posts wait': [['posts', 'wait', post.id], 3, ['post']],
    'posts retry-failed': [['posts', 'retry-failed', post.id], 1, []],
    'posts import': [
      ['posts', 'import', fileOf('one.jsonl', '{"content":"One","to":"x"}')],
      0,
      ['line', 'key', 'postId', 'status', 'replayed'],
    ],
    'drafts list': [['drafts'], 0, ['drafts']],
    'drafts save': [['drafts', 'save', 'A draft without an account'], 0, ['draft', 'check']],
    'drafts get': [['drafts', 'get', draft.id], 0, ['draft', 'check']],
    'drafts publish': [['drafts', 'publish', draft.id], 0, ['post', 'replayed']],
    'drafts delete': [['drafts', 'delete', draft.id], 0, ['deleted']],
    queue: [['queue'], 0, ['posts', 'hasMore']],
    login: [
      ['login', mock.env.FANFARE_BASE_URL, '--key-stdin'],
      0,
      ['profile', 'baseUrl', 'scope', 'plan', 'accounts'],
    ],
    whoami: [['whoami'], 0, ['baseUrl', 'source', 'scope', 'plan', 'accounts']],
    'profiles list': [['profiles'], 0, ['profiles']],
    'profiles use': [['profiles', 'use', 'default'], 0, ['current']],
    logout: [['logout', '--all'], 0, ['removed']],
    'accounts list': [['accounts'], 0, ['accounts']],
    'accounts connect': [['accounts', 'connect', 'x'], 0, ['authUrl']],
    usage: [['usage'], 0, ['plan', 'periodStart', 'periodEnd', 'included', 'used', 'reserved', 'remaining', 'overage']],
    'media upload': [['media', 'upload', picture], 0, ['id', 'status', 'url']],
    events: [['events', '--limit', '1'], 0, ['id', 'type', 'timestamp', 'data']],
    listen: [['listen', '--forward-to', 'http://localhost:1', '--after', 'evt_no'], 1, ['kind', 'baseUrl']],
    doctor: [['doctor'], 0, ['ok', 'findings']],
    completion: [['completion', 'bash'], 0, []],
  };
  expect(Object.keys(met).toSorted()).toEqual(leaves.map(({ words }) => words).toSorted());
  for (const [name, [words, code, keys]] of Object.entries(met)) {
    const answer = await run(words, { stdin: name === 'login' ? mock.env.FANFARE_API_KEY : '' });
    expect({
      name,
      code: answer.code,
      stderr: answer.stderr.replace(/^(?:Key|Made|It waits).*\n/gm, ''),
    }).toMatchObject({ name, code });
    if (keys.length > 0)
      expect(Object.keys(JSON.parse(answer.stdout.split('\n')[0] ?? ''))).toEqual(expect.arrayContaining([...keys]));
    expect(`${answer.stdout}${answer.stderr}`).not.toContain(mock.env.FANFARE_API_KEY);
  }
});

test('the same draft is saved once a day, and becomes one post', async () => {
  const words = ['drafts', 'save', 'For the team', '--to', 'x', '--at', '2099-01-01T00:00:00Z'];
  const [first, again] = [await run(words), await run(words)].map(({ stdout }) => JSON.parse(stdout).draft);
  expect(again).toEqual(first);
  const shown = await run(['drafts', 'get', first.id, '--no-json']);
  expect(shown.stdout).toBe(
    `${first.id}  version 1, by ${first.createdBy.name}\n  For the team\n  It can be published, for 1 unit.\n  ${first.composeUrl}\n`,
  );
  const publish = ['drafts', 'publish', first.id];
  const [one, two] = [await run(publish), await run(publish)].map(({ stdout }) => JSON.parse(stdout));
  expect([one.replayed, two.replayed, two.post]).toEqual([false, true, one.post]);
});

test('an import with a wrong line sends nothing and names every wrong line', async () => {
  const file = fileOf(
    'wrong.csv',
    `content,to,at,x.communityId\nFine,x,2099-01-01 09:00,\n"Two\nlines",nobody,,\nTomorrow,x,tomorrow 9:00,\n${'long '.repeat(80)},x,,\nFine,x,2099-01-01T09:00:00Z,\nOption,threads,,7\n`,
  );
  const { code, stdout, stderr } = await run(['posts', 'import', file]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.match(/^Line .*|^Nothing.*/gm)).toEqual([
    'Line 3: --to nobody fits no account. Accounts:',
    'Line 5: "tomorrow 9:00" means another time on another day. In a file a time has a date.',
    expect.stringMatching(/^Line 6: platforms\[0\].* \(x\.text\.max_weighted_length\)$/),
    'Line 7: It is the same post as line 2. Remove it, or give both a "key".',
    expect.stringMatching(/^Line 8: --option x\.communityId: the platforms of this post have no such option\./),
    `Nothing of ${file} was sent. Correct it, and run the same command.`,
  ]);
  const posts = await new Fanfare({ baseUrl: mock.env.FANFARE_BASE_URL, apiKey: mock.env.FANFARE_API_KEY }).posts
    .list()
    .toArray();
  expect(posts.filter(({ content }) => content === 'Fine')).toEqual([]);
});

test('an import that broke off goes on, and a longer file sends only what is new', async () => {
  const rows = ['content,to,at', 'First row,x,', 'Second row,"x,threads",2099-01-01 09:00', 'Third row,x,'];
  const file = fileOf('rows.csv', rows.join('\n'));
  await mock.control('/faults', { route: 'posts.create', delayMs: 1 });
  await mock.control('/faults', { route: 'posts.create', code: 'quota_exceeded' });
  const broken = await run(['posts', 'import', file]);
  expect({ code: broken.code, lines: linesOf(broken.stdout).length }).toEqual({ code: 1, lines: 1 });
  expect(broken.stderr).toMatch(/^Stopped at line 3\. The same command goes on there, and sends nothing twice\.$/m);
  const first = linesOf((await run(['posts', 'import', file])).stdout);
  expect(first.map(({ line, status, replayed }) => [line, status, replayed])).toEqual([
    [2, 'published', true],
    [3, 'scheduled', false],
    [4, 'published', false],
  ]);
  const longer = fileOf('rows.csv', [rows[0], 'A new row,x,', ...rows.slice(1)].join('\n'));
  const again = linesOf((await run(['posts', 'import', longer])).stdout);
  expect(again.map(({ postId, replayed }) => ({ postId, replayed }))).toEqual([
    { postId: expect.any(String), replayed: false },
    ...first.map(({ postId }) => ({ postId, replayed: true })),
  ]);
});

test('a line whose time is over is answered by the earlier import, or refused', async () => {
  const file = fileOf('old.jsonl', '{"content":"Old","to":"x","at":"2020-01-01T09:00:00Z","key":"old-1"}\n');
  expect(await run(['posts', 'import', file])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Line 1: 400 invalid_request: .*publishAt/),
  });
  const fanfare = new Fanfare({ baseUrl: mock.env.FANFARE_BASE_URL, apiKey: mock.env.FANFARE_API_KEY });
  const [account] = await fanfare.accounts.list({ platform: 'x' }).toArray();
  const { post } = await fanfare.posts.create({
    content: 'Old',
    platforms: [{ platform: 'x', accountId: account?.id ?? '' }],
    idempotencyKey: 'old-1',
  });
  const { code, stdout } = await run(['posts', 'import', file]);
  expect({ code, stdout: linesOf(stdout) }).toMatchObject({
    code: 0,
    stdout: [{ line: 1, postId: post.id, replayed: true }],
  });
});

test('doctor names what is wrong and what to do', async () => {
  const env = { ...mock.env, XDG_CONFIG_HOME: folder };
  const good = await run(['doctor', '--no-json'], { env });
  expect(good.code).toBe(0);
  expect(good.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['CHECK', 'STATE'],
    ['profiles', 'ok'],
    ['address', 'ok'],
    ['clock', 'ok'],
    ['key', 'ok'],
    ['accounts', 'ok'],
    ['usage', 'ok'],
    [''],
  ]);
  const wrong = await run(['doctor'], { env: { ...env, FANFARE_API_KEY: 'fanfare_sk_wrong1' } });
  expect({ code: wrong.code, ...JSON.parse(wrong.stdout) }).toMatchObject({
    code: 5,
    ok: false,
    findings: [
      {},
      {},
      {},
      { check: 'key', state: 'problem', message: expect.stringMatching(/^401 unauthorized: .*Settings → API keys/) },
    ],
  });
});

test('bash completes commands, options and files', async () => {
  const { stdout } = await run(['completion', 'bash']);
  const script = fileOf(
    'completion.bash',
    `${stdout}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); COMPREPLY=(); _fanfare_cli; echo "\${COMPREPLY[*]}"; }
try fanfare-cli po
try fanfare-cli --profile posts posts c
try fanfare-cli post "posts" --al
try fanfare-cli post --media "${folder}/re"
`,
  );
  expect(execFileSync('bash', [script], { encoding: 'utf8' })).toBe(`post posts\ncancel\n--alt\n${folder}/red.png\n`);
});
