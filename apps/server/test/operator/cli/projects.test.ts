import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type Finished, runFanfare, runShippedFanfare } from './run-fanfare.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const fanfare = (...words: string[]): Promise<Finished> => runFanfare(words, { DATABASE_URL: server.databaseUrl });
const REMEDY = 'Choose a larger plan, or omit --workspace to create a new workspace.';
const refused = (sentence: string): Finished => ({ code: 1, stdout: '', stderr: `fanfare: ${sentence}\n` });

type Listed = { project: string; workspace: string; plan: string; created: string; name: string };

async function listProjects(): Promise<Listed[]> {
  const { code, stdout, stderr } = await fanfare('projects', 'list');
  expect([code, stderr]).toEqual([0, '']);
  const [heading, ...rows] = stdout.trimEnd().split('\n');
  expect(heading!.split(/ {2,}/)).toEqual(['PROJECT', 'WORKSPACE', 'PLAN', 'CREATED', 'NAME']);
  return rows.map((row) => {
    const [project, workspace, plan, created, name] = row.split(/ {2,}/);
    return { project: project!, workspace: workspace!, plan: plan!, created: created!, name: name! };
  });
}

const find = async (name: string): Promise<Listed> => (await listProjects()).find((listed) => listed.name === name)!;

test('a project gets a new workspace, or joins an existing one', async () => {
  await fanfare('projects', 'create', 'Bäckerei Müller & Söhne', '--plan', 'pro');
  const alone = await find('Bäckerei Müller & Söhne');
  expect(alone).toEqual({
    project: expect.stringMatching(/^prj_[0-9a-z]{26}$/),
    workspace: expect.stringMatching(/^ws_[0-9a-z]{26}$/),
    plan: 'pro',
    created: new Date().toISOString().slice(0, 10),
    name: 'Bäckerei Müller & Söhne',
  });
  await fanfare('projects', 'create', 'Second shop', '--plan', 'pro', '--workspace', alone.workspace);
  expect((await find('Second shop')).workspace).toBe(alone.workspace);
});

test('--count creates several projects, each in a new workspace, and prints one key per line', async () => {
  const { code, stdout, stderr } = await fanfare('projects', 'create', 'Many', '--plan', 'free', '--count', '3');
  const keys = stdout.trimEnd().split('\n');
  expect([code, stderr, new Set(keys).size]).toEqual([
    0,
    'Created 3 projects (Many, plan free). Their API keys, one per line, shown only now:\n',
    3,
  ]);
  const statuses = keys.map(async (key) => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${server.baseUrl}/api/v1/usage`, { headers })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  const many = (await listProjects()).filter(({ name }) => name === 'Many');
  expect(new Set(many.map(({ workspace }) => workspace)).size).toBe(3);
});

test('--count above the workspace’s plan, or an invalid one, creates nothing', async () => {
  await fanfare('projects', 'create', 'Pro alone', '--plan', 'pro');
  const { workspace } = await find('Pro alone');
  expect(
    await fanfare('projects', 'create', 'Too many', '--plan', 'pro', '--workspace', workspace, '--count', '5'),
  ).toEqual(refused(`The plan "pro" allows 5 projects in a workspace, and ${workspace} has that many. ${REMEDY}`));
  for (const count of ['0', '1001', 'three', '-1']) {
    expect(await fanfare('projects', 'create', 'Too many', `--count=${count}`)).toEqual(
      refused('--count must be a number from 1 to 1000.'),
    );
  }
  expect(await find('Too many')).toBeUndefined();
});

test('a workspace accepts as many projects as its plan allows, also with concurrent commands', async () => {
  await fanfare('projects', 'create', 'Only one', '--plan', 'free');
  const { workspace } = await find('Only one');
  expect(await fanfare('projects', 'create', 'One more', '--plan', 'free', '--workspace', workspace)).toEqual(
    refused(`The plan "free" allows 1 project in a workspace, and ${workspace} has that many. ${REMEDY}`),
  );

  await fanfare('projects', 'create', 'Pro 1', '--plan', 'pro');
  const five = (await find('Pro 1')).workspace;
  const add = (name: string) =>
    runShippedFanfare(['projects', 'create', name, '--plan', 'pro', '--workspace', five], {
      DATABASE_URL: server.databaseUrl,
    });
  const more = await Promise.all([add('Pro 2'), add('Pro 3'), add('Pro 4'), add('Pro 5'), add('Pro 6')]);
  const full = refused(`The plan "pro" allows 5 projects in a workspace, and ${five} has that many. ${REMEDY}`);
  expect(more.filter(({ code }) => code === 0)).toHaveLength(4);
  expect(more.filter(({ code }) => code !== 0)).toEqual([full]);
  expect((await listProjects()).filter((listed) => listed.workspace === five)).toHaveLength(5);
});

test('set-plan applies from the next request', async () => {
  const apiKey = (await fanfare('projects', 'create', 'Grows', '--plan', 'free')).stdout.trim();
  const planNow = async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/usage`, { headers: { Authorization: `Bearer ${apiKey}` } });
    return ((await response.json()) as { plan: string }).plan;
  };
  expect(await planNow()).toBe('free');
  const { project } = await find('Grows');
  expect(await fanfare('projects', 'set-plan', project, 'scale')).toEqual({
    code: 0,
    stdout: `${project} is on plan scale.\n`,
    stderr: '',
  });
  expect(await planNow()).toBe('scale');
});

describe('these are refused in one sentence and change nothing:', () => {
  const PLANS = 'Choose one of: free, pro, scale, self_hosted.';

  test('a plan, a workspace or a project that does not exist', async () => {
    const before = await listProjects();
    const nowhere = 'ws_00000000000000000000000000';
    expect(
      await Promise.all([
        fanfare('projects', 'create', 'X', '--plan', 'gold'),
        fanfare('projects', 'create', 'X', '--plan', 'constructor'),
        fanfare('projects', 'create', 'X', '--workspace', nowhere),
        fanfare('projects', 'create', 'X', '--workspace', 'mine'),
        fanfare('projects', 'set-plan', 'prj_1', 'pro'),
        fanfare('projects', 'set-plan', before[0]!.project, 'Pro'),
      ]),
    ).toEqual([
      refused(`There is no plan "gold". ${PLANS}`),
      refused(`There is no plan "constructor". ${PLANS}`),
      refused(`There is no workspace ${nowhere}. See: fanfare projects list`),
      refused('There is no workspace mine. See: fanfare projects list'),
      refused('There is no project prj_1. See: fanfare projects list'),
      refused(`There is no plan "Pro". ${PLANS}`),
    ]);
    expect(await listProjects()).toEqual(before);
  });

  test('a name that is empty, has several lines, or is too long', async () => {
    const expected = refused('A name is one line of 1 to 100 characters.');
    const names = ['', '   ', 'two\nlines', 'x'.repeat(101)];
    expect(await Promise.all(names.map((name) => fanfare('projects', 'create', name)))).toEqual(
      names.map(() => expected),
    );
  });
});
