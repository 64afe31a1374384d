import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type DraftFacts = {
  readonly id: string;
  readonly version: number;
  readonly idempotencyKey: string;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
export type DraftRow = DraftFacts & { readonly body: Record<string, unknown> };
export type DraftPreview = DraftFacts & { readonly preview: string };

const drafts = (db: Database) => knex('drafts').connection(db);

const withMaker = (db: Database) =>
  knex('drafts as d')
    .connection(db)
    .leftJoin('users as u', 'u.id', 'd.createdBy')
    .select('d.id', 'd.version', 'd.idempotencyKey', 'u.email as createdBy', 'd.createdAt', 'd.updatedAt');

/** First text of a form: of the post, then of targets. The browser stores any body. */
const TEXT = '\\? (@.type() == "string" && @ like_regex "[^[:space:]]")';
const TEXTS = [`$.content ${TEXT}`, `$.targets[*].own.content ${TEXT}`];
const PREVIEW = `coalesce(${TEXTS.map((path) => `jsonb_path_query_first(d.body, '${path}') #>> '{}'`).join(', ')}, '')`;

/** The form, and the keys of hosted files that it names, by which their deletion finds it. */
function columnsOf(form: object): { readonly body: string; readonly mediaKeys: readonly string[] } {
  const body = JSON.stringify(form);
  const keys = [...body.matchAll(/\/m\/([0-9a-f]{32})/g)].map(([, key]) => key!);
  return { body, mediaKeys: [...new Set(keys)] };
}

/** Lists drafts with the start of their text, last saved first. */
export async function listDrafts(db: Database, projectId: string): Promise<DraftPreview[]> {
  return withMaker(db)
    .where({ projectId })
    .orderByRaw('d.updated_at desc, d.id desc')
    .select<DraftPreview[]>(knex.raw(`left(${PREVIEW}, 200) as preview`));
}

/** Finds a draft by its id, or by the idempotency key of its post. */
export async function findDraft(
  db: Database,
  projectId: string,
  by: { readonly id: string } | { readonly idempotencyKey: string },
): Promise<DraftRow | null> {
  const column = 'id' in by ? { 'd.id': by.id } : { idempotencyKey: by.idempotencyKey };
  return (
    (await withMaker(db)
      .where({ projectId, ...column })
      .first<DraftRow | undefined>('d.body')) ?? null
  );
}

export async function countDrafts(tx: Database, projectId: string): Promise<number> {
  const counted = await drafts(tx).where({ projectId }).count({ drafts: '*' }).first<{ drafts: number }>();
  return counted.drafts;
}

export async function insertDraft(
  tx: Database,
  draft: { projectId: string; id: string; body: object; idempotencyKey: string; createdBy: string },
): Promise<void> {
  const { projectId, id, idempotencyKey, createdBy } = draft;
  await drafts(tx).insert({ projectId, id, ...columnsOf(draft.body), idempotencyKey, createdBy });
}

/** Saves over the version that was read. Returns false when it is gone or has another one. */
export async function updateDraft(
  db: Database,
  draft: { projectId: string; id: string; version: number; body: object; idempotencyKey: string | null },
): Promise<boolean> {
  const { projectId, id, version, idempotencyKey } = draft;
  const changes = { ...columnsOf(draft.body), version: version + 1, updatedAt: knex.fn.now() };
  const saved = await drafts(db)
    .where({ projectId, id, version })
    .update(idempotencyKey === null ? changes : { ...changes, idempotencyKey });
  return saved === 1;
}

export async function deleteDraft(db: Database, projectId: string, id: string): Promise<boolean> {
  return (await drafts(db).where({ projectId, id }).delete()) === 1;
}
