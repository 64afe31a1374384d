import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  builtIn,
  type Captured,
  SOURCES,
  sendersIn,
  tableFiles,
  textsIn,
  usesKnex,
  withOneParameterEach,
} from './captured-statements.ts';
import { everyStatement } from './every-statement.ts';
import { OVER_PROJECTS } from './over-projects.ts';
import { tablesOverProjects } from './single-shard.ts';

let captured: readonly Captured[];

beforeAll(async () => {
  captured = await everyStatement();
});

/** Tables with a `project_id`, by the text of the migrations. */
function distributedTables(): ReadonlySet<string> {
  const folder = path.join(SOURCES, 'db/migrations');
  const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const tables = texts.flatMap((text) => text.split(/create (?:unlogged )?table /).slice(1));
  const owned = tables.filter((text) => /\bproject_id uuid/.test(text.split(/\bcreate |`/)[0]!));
  return new Set(owned.map((text) => /^\w+/.exec(text)![0]));
}

test('every statement of every table file is captured', () => {
  const missing = tableFiles().filter((file) => {
    const texts = captured.filter(({ from }) => from.startsWith(file)).map(({ text }) => text);
    return new Set(texts).size < textsIn(file) + builtIn(file);
  });
  const built = tableFiles()
    .filter(usesKnex)
    .flatMap((file) => sendersIn(file).map((name) => `${file} ${name}`));
  expect([...missing, ...built.filter((name) => !captured.some(({ from }) => from === name))]).toEqual([]);
  expect(captured.length).toBeGreaterThan(200);
});

test('a table file has its statements as texts, for the path of a publish, or builds them with Knex', () => {
  expect(tableFiles().filter((file) => usesKnex(file) && textsIn(file) > 0)).toEqual([]);
});

/** Folders whose files may hold SQL beside table files (STYLE.md, "Rows"). */
const WITH_SQL = /^(?:db|jobs|operator|cells\/move)\/|\.table\.ts$/;

test('SQL stands in table files, and in the folders that STYLE.md names', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const isSent = /\.query(?:<[^(]*>)?\(\s*(?:\{[^}]*\btext\b|['`"])/;
  expect(
    files.filter((file) => !WITH_SQL.test(file) && isSent.test(readFileSync(path.join(SOURCES, file), 'utf8'))),
  ).toEqual([]);
});

test('a statement is about one project, or its function is listed with a reason', async () => {
  const distributed = distributedTables();
  expect(distributed).toContain('targets');
  const listed = Object.values(OVER_PROJECTS).flat();
  const over = new Map<string, string[]>();
  for (const statement of captured) {
    const { from, text } = statement;
    const tables = await tablesOverProjects(withOneParameterEach(statement), distributed);
    if (tables.length > 0) over.set(text, [...(over.get(text) ?? []), from]);
  }
  const senders = [...over.values()];
  // One function may call another: the one that is listed answers for both.
  expect(senders.filter((froms) => !froms.some((from) => listed.includes(from)))).toEqual([]);
  expect(listed.filter((from) => !senders.flat().includes(from))).toEqual([]);
});

test.each([
  ['select from posts where id = $1', ['posts']],
  ['select from posts where project_id = $1 and id = $2', []],
  ['select from posts p join targets t on t.post_id = p.id where p.project_id = $1', ['targets']],
  ['select from posts p join targets t using (project_id) where p.project_id = $1', []],
  ['select from posts where project_id = any($1)', ['posts']],
  ['select from posts p, targets t where p.project_id = $1 and t.project_id = $2', ['targets']],
  [
    'with t as (delete from targets where project_id = $1 returning *) update posts p set id = t.id from t where p.project_id = t.project_id',
    [],
  ],
  [
    'with t as (delete from targets where id = $1 returning *) update posts p set id = t.id from t where p.project_id = t.project_id',
    ['targets', 'posts'],
  ],
  ['insert into posts (project_id, id) values ($1, $2)', []],
  ['insert into posts (project_id, id) values ($1, $2), ($3, $4)', ['posts']],
  ['insert into posts (id, project_id) select id, project_id from targets', ['posts', 'targets']],
  ['select from posts p where project_id = $1 and exists (select from targets t where t.post_id = p.id)', ['targets']],
  [
    'select from posts p where project_id = $1 and exists (select from targets t where t.project_id = p.project_id)',
    [],
  ],
])('%s', async (text, tables) => {
  expect(await tablesOverProjects(text, new Set(['posts', 'targets']))).toEqual(tables);
});
