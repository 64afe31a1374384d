import type { Database } from '../../db/database.ts';
import { KEPT, MOVED, PERSON_COLUMNS } from './workspace-tables.ts';

/** Rows of one `fetch`. */
const BATCH = 1_000;

export type MovedWorkspace = { readonly id: string; readonly projectIds: readonly string[] };

/** Schema of the rows that wait in the new cell. Nothing reads them there. */
export const stagingOf = ({ id }: Pick<MovedWorkspace, 'id'>): string => `fanfare_move_${id.replaceAll('-', '')}`;

const valuesOf = ({ id, projectIds }: MovedWorkspace) => [id, [...projectIds]];
/** Every statement gets both parameters, so each must use both. */
const usingBoth = (where: string): string => `${where} and $1::uuid is not null and $2::uuid[] is not null`;

const PEOPLE = `users where id in (${PERSON_COLUMNS.map(([table, column]) => {
  const { where } = MOVED.find((moved) => moved.table === table)!;
  return `select ${column} from ${table} where ${where}`;
}).join(' union ')})`;

/** Copies rows as text, which is exact for every type, into new tables of the other database. */
export async function copyRows(from: Database, to: Database, workspace: MovedWorkspace): Promise<number> {
  const staging = stagingOf(workspace);
  await to.query({ text: `create schema ${staging}` });
  let copied = 0;
  const copy = async (table: string, source: string): Promise<void> => {
    await to.query({ text: `create table ${staging}.${table} (like ${table})` });
    await from.query({
      text: `declare moving no scroll cursor for select moved::text as row from (select * from ${source}) moved`,
      values: valuesOf(workspace),
    });
    for (;;) {
      const { rows } = await from.query<{ row: string }>({ text: `fetch ${BATCH} from moving` });
      if (rows.length === 0) break;
      await to.query({
        text: `insert into ${staging}.${table} select (row).* from (select r::${staging}.${table} as row from unnest($1::text[]) r offset 0) rows`,
        values: [rows.map(({ row }) => row)],
      });
      copied += rows.length;
    }
    await from.query({ text: 'close moving' });
  };
  await copy('users', `${PEOPLE} and $1::uuid is not null and $2::uuid[] is not null`);
  for (const { table, where } of MOVED) await copy(table, `${table} where ${usingBoth(where)}`);
  return copied;
}

/** Deletes the rows of a workspace that left, except those by which its keys are recognised. */
export async function deleteRows(db: Database, workspace: MovedWorkspace, kept = KEPT): Promise<void> {
  for (const { table, where } of MOVED.toReversed())
    if (!kept.includes(table))
      await db.query({ text: `delete from ${table} where ${usingBoth(where)}`, values: valuesOf(workspace) });
}

/**
 * Makes the waiting rows those of the new cell. A person there with the same address is the same.
 */
export async function activateRows(db: Database, workspace: MovedWorkspace): Promise<void> {
  const staging = stagingOf(workspace);
  // An earlier move may have left rows here.
  await deleteRows(db, workspace, []);
  await db.query({ text: `delete from moved_links where workspace_id = $1`, values: [workspace.id] });
  await db.query({
    text: `insert into users select * from ${staging}.users on conflict (email) do nothing`,
  });
  for (const [table, column] of PERSON_COLUMNS)
    await db.query({
      text: `update ${staging}.${table} t set ${column} = here.id from ${staging}.users there join users here using (email)
             where t.${column} = there.id and there.id <> here.id`,
    });
  for (const { table } of MOVED) await db.query({ text: `insert into ${table} select * from ${staging}.${table}` });
  await db.query({ text: `drop schema ${staging} cascade` });
}

export async function hasStaging(db: Database, workspace: Pick<MovedWorkspace, 'id'>): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from information_schema.schemata where schema_name = $1',
    values: [stagingOf(workspace)],
  });
  return rowCount === 1;
}

export async function dropStaging(db: Database, workspace: Pick<MovedWorkspace, 'id'>): Promise<void> {
  await db.query({ text: `drop schema if exists ${stagingOf(workspace)} cascade` });
}

/** Names and types of all columns that move, in their order: both databases must have the same. */
export async function readColumns(db: Database): Promise<string> {
  const { rows } = await db.query<{ columns: string }>({
    text: `select string_agg(table_name || '.' || column_name || ' ' || data_type, ', ' order by table_name, ordinal_position) as columns
           from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
    values: [['users', ...MOVED.map(({ table }) => table)]],
  });
  return rows[0]!.columns;
}

/**
 * Remembers the secrets of links, uploads and files, so that the old cell can say where they are.
 */
export async function rememberLinks(db: Database, workspace: MovedWorkspace, cell: string): Promise<void> {
  await db.query({
    text: `insert into moved_links (token_sha256, workspace_id, cell)
           select token, $1, $3 from (
             select page_token_sha256 from connect_attempts where project_id = any($2::uuid[])
             union select state_sha256 from connect_attempts where project_id = any($2::uuid[]) and state_sha256 is not null
             union select token_sha256 from invitations where workspace_id = $1
             union select upload_token_sha256 from media where project_id = any($2::uuid[]) and upload_token_sha256 is not null
             union select sha256(convert_to(key, 'UTF8')) from media where project_id = any($2::uuid[])
             union select sha256(convert_to(key, 'UTF8')) from media_variants where project_id = any($2::uuid[])) links(token)
           on conflict (token_sha256) do update set workspace_id = excluded.workspace_id, cell = excluded.cell`,
    values: [...valuesOf(workspace), cell],
  });
}
