import type { Database } from '../db/database.ts';

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

type StoredDraft = {
  id: string;
  version: number;
  idempotency_key: string;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
};

const toFacts = (row: StoredDraft): DraftFacts => ({
  id: row.id,
  version: row.version,
  idempotencyKey: row.idempotency_key,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const FACTS = 'd.id, d.version, d.idempotency_key, u.email as created_by, d.created_at, d.updated_at';
const DRAFTS = 'drafts d left join users u on u.id = d.created_by';

/** The texts of a form: that of the post, then those of single targets. The body is the browser's, so anything may be in it. */
const TEXT = '? (@.type() == "string" && @ like_regex "[^[:space:]]")';
const TEXTS = [`$.content ${TEXT}`, `$.targets[*].own.content ${TEXT}`];
const PREVIEW = `coalesce(${TEXTS.map((path) => `jsonb_path_query_first(d.body, '${path}') #>> '{}'`).join(', ')}, '')`;

/** Last saved first, with the start of their text. */
export async function listDrafts(db: Database, projectId: string): Promise<DraftPreview[]> {
  const { rows } = await db.query<StoredDraft & { preview: string }>({
    text: `select ${FACTS}, left(${PREVIEW}, 200) as preview
           from ${DRAFTS} where d.project_id = $1 order by d.updated_at desc, d.id desc`,
    values: [projectId],
  });
  return rows.map((row) => ({ ...toFacts(row), preview: row.preview }));
}

/** By its id, or by the idempotency key of its post. */
export async function findDraft(
  db: Database,
  projectId: string,
  by: { readonly id: string } | { readonly idempotencyKey: string },
): Promise<DraftRow | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['idempotency_key', by.idempotencyKey] as const);
  const { rows } = await db.query<StoredDraft & { body: Record<string, unknown> }>({
    text: `select ${FACTS}, d.body from ${DRAFTS} where d.project_id = $1 and d.${column} = $2`,
    values: [projectId, value],
  });
  const [row] = rows;
  return row ? { ...toFacts(row), body: row.body } : null;
}

export async function countDrafts(tx: Database, projectId: string): Promise<number> {
  const { rows } = await tx.query<{ drafts: number }>({
    text: 'select count(*)::int as drafts from drafts where project_id = $1',
    values: [projectId],
  });
  return rows[0]!.drafts;
}

export async function insertDraft(
  tx: Database,
  draft: { projectId: string; id: string; body: object; idempotencyKey: string; createdBy: string },
): Promise<void> {
  await tx.query({
    text: 'insert into drafts (project_id, id, body, idempotency_key, created_by) values ($1, $2, $3, $4, $5)',
    values: [draft.projectId, draft.id, JSON.stringify(draft.body), draft.idempotencyKey, draft.createdBy],
  });
}

/** Saves over the version that was read; of two saves of one version one wins. False when the draft is gone or has another version. */
export async function updateDraft(
  db: Database,
  draft: { projectId: string; id: string; version: number; body: object; idempotencyKey: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update drafts set body = $4, idempotency_key = coalesce($5, idempotency_key), version = version + 1, updated_at = now()
           where project_id = $1 and id = $2 and version = $3`,
    values: [draft.projectId, draft.id, draft.version, JSON.stringify(draft.body), draft.idempotencyKey],
  });
  return rowCount === 1;
}

export async function deleteDraft(db: Database, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'delete from drafts where project_id = $1 and id = $2',
    values: [projectId, id],
  });
  return rowCount === 1;
}
