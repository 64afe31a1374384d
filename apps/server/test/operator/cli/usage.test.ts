import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runFanfare, runShippedFanfare } from './run-fanfare.ts';

const firstLine = (text: string): string => text.split('\n')[0]!;

test('every command is in the overview and describes its own arguments', async () => {
  const overview = await runShippedFanfare(['--help']);
  expect([overview.code, overview.stderr]).toEqual([0, '']);
  const usages = [...overview.stdout.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm)].map(([, usage]) => usage!);
  expect(usages).toEqual([
    'migrate',
    'partition',
    'projects create <name>',
    'projects list',
    'projects set-plan <project> <plan>',
    'keys create <project>',
    'keys list <project>',
    'keys revoke <key>',
    'members add <email>',
    'members list',
    'members sign-in-link <email>',
    'members set-up-link',
    'keys rewrap',
    'plans list',
    'recover since <time>',
    'recover complete',
    'audit',
    'doctor',
    'remove <platform> [id…]',
    'secrets create <server-folder> <database-folder>',
    'router nginx [cells…]',
    'move-workspace <workspace>',
  ]);
  await Promise.all(
    usages.map(async (usage) => {
      const words = usage.split(' ').filter((word) => !/^[<[]/.test(word));
      const help = await runFanfare([...words, '--help']);
      expect([help.code, help.stderr]).toEqual([0, '']);
      expect(help.stdout.startsWith(`Usage: fanfare ${usage}`)).toBe(true);
      for (const argument of usage.match(/<\w+>|\[.+]/g) ?? [])
        expect(help.stdout.split('\n').filter((line) => line.startsWith(`  ${argument} `)).length).toBe(1);
    }),
  );
});

test('the operator’s documentation names every command', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../../docs/self-hosting.md', import.meta.url)), 'utf8');
  for (const command of [
    'migrate',
    'partition',
    'projects create',
    'projects list',
    'set-plan',
    'keys create',
    'keys list',
    'keys revoke',
    'secrets create',
    'members add',
    'members list',
    'members sign-in-link',
    'members set-up-link',
    'keys rewrap',
    'plans list',
    'recover since',
    'recover complete',
    'audit',
    'remove <platform>',
  ])
    expect(page).toContain(command);
});

test('plans list needs no database', async () => {
  expect(await runShippedFanfare(['plans', 'list'])).toEqual({
    code: 0,
    stdout: `PLAN         UNITS A MONTH  BEYOND THEM  ACCOUNTS   PROJECTS
free         100            stops        5          1
pro          5000           goes on      50         5
scale        50000          goes on      1000       unlimited
self_hosted  unlimited      -            unlimited  unlimited
`,
    stderr: '',
  });
});

describe('a wrong call does nothing and says what is wrong:', () => {
  test.each([
    [['project', 'create', 'X'], 'fanfare: There is no command "project create". See: fanfare --help'],
    [['keys'], 'fanfare: There is no command "keys". See: fanfare --help'],
    [['projects', 'create'], 'fanfare: <name> is missing.'],
    [
      ['projects', 'create', 'My', 'app'],
      'fanfare: "app" is one word too many. Put quotes around a name of several words.',
    ],
    [['projects', 'create', 'X', '--pla', 'pro'], "fanfare: Unknown option '--pla'."],
    [['projects', 'create', 'X', '--plan'], "fanfare: Option '--plan <value>' argument missing."],
  ])('%j', async (words, sentence) => {
    const { code, stdout, stderr } = await runFanfare(words, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([code, stdout, firstLine(stderr)]).toEqual([1, '', sentence]);
  });

  test('no argument prints the overview and fails', async () => {
    const { code, stdout } = await runShippedFanfare([]);
    expect([code, firstLine(stdout)]).toEqual([1, 'Usage: fanfare <command>']);
  });
});
