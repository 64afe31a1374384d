import { LIMITS } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

export type DraftFacts = {
  readonly id: string;
  readonly version: number;
  readonly note: string | null;
  /** The key of the post that it becomes. */
  readonly idempotencyKey: string;
  /** The post that was created under that key. */
  readonly postId: string | null;
  readonly createdByKey: string | null;
  readonly keyName: string | null;
  /** Address of the person who made it; null for a key, and when the person has left. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
export type DraftRow = DraftFacts & {
  readonly request: Record<string, unknown>;
  /** The form of the composer; null for a draft that the API wrote last. */
  readonly form: Record<string, unknown> | null;
  readonly createSha256: Buffer | null;
};
export type DraftPreview = DraftFacts & { readonly preview: string };

export type DraftRef = { readonly projectId: string; readonly id: string };

const drafts = (db: Database) => knex('drafts').connection(db);

const withPost = (db: Database) =>
  knex('drafts as d')
    .connection(db)
    .leftJoin('idempotencyKeys as i', (join) =>
      join.on('i.projectId', 'd.projectId').andOn('i.key', 'd.idempotencyKey'),
    );

const FACTS = [
  ...['d.id', 'd.version', 'd.note', 'd.idempotencyKey', 'i.postId', 'd.createdByKey', 'k.name as keyName'],
  ...['u.email', 'd.createdAt', 'd.updatedAt'],
];

const withMaker = (db: Database) =>
  withPost(db)
    .leftJoin('users as u', 'u.id', 'd.createdBy')
    .leftJoin('apiKeys as k', (join) => join.on('k.projectId', 'd.projectId').andOn('k.id', 'd.createdByKey'))
    .select(FACTS);

/**
 * First text of a request: of the post, then of targets. It need not be one that can be published.
 */
const TEXT = '\\? (@.type() == "string" && @ like_regex "[^[:space:]]")';
const TEXTS = [`$.content ${TEXT}`, `$.platforms[*].content ${TEXT}`];
const PREVIEW = `coalesce(${TEXTS.map((path) => `jsonb_path_query_first(d.request, '${path}') #>> '{}'`).join(', ')}, '')`;

export type DraftContent = { readonly request: object; readonly form: object | null };

/** Columns of a draft's content. Hosted files in `mediaKeys` are kept while the draft is open. */
function columnsOf({ request, form }: DraftContent) {
  const texts = { request: JSON.stringify(request), body: form && JSON.stringify(form) };
  const keys = [...`${texts.request}${texts.body}`.matchAll(/\/m\/([0-9a-f]{32})/g)].map(([, key]) => key!);
  return { ...texts, mediaKeys: [...new Set(keys)] };
}

/** Lists drafts that are not published with the start of their text, last changed first. */
export async function listOpenDrafts(db: Database, projectId: string): Promise<DraftPreview[]> {
  return withMaker(db)
    .where({ 'd.projectId': projectId })
    .whereNull('i.postId')
    .orderByRaw('d.updated_at desc, d.id desc')
    .select<DraftPreview[]>(knex.raw(`left(${PREVIEW}, 200) as preview`));
}

/** Lists drafts, newest first, after the one with the id `before`. */
export async function listDrafts(
  db: Database,
  projectId: string,
  of: { readonly published: boolean | null; readonly before: string | null; readonly limit: number },
): Promise<DraftRow[]> {
  const query = withMaker(db).where({ 'd.projectId': projectId }).orderBy('d.id', 'desc').limit(of.limit);
  if (of.published !== null) query[of.published ? 'whereNotNull' : 'whereNull']('i.postId');
  if (of.before !== null) query.where('d.id', '<', of.before);
  return query.select<DraftRow[]>('d.request', 'd.body as form', 'd.createSha256');
}

/** Finds a draft by its id, by the key of its post, or by the key of the call that made it. */
export async function findDraft(
  db: Database,
  projectId: string,
  by: { readonly id: string } | { readonly idempotencyKey: string } | { readonly createKey: string },
): Promise<DraftRow | null> {
  const [[column, value]] = Object.entries(by) as [[string, string]];
  return (
    (await withMaker(db)
      .where({ 'd.projectId': projectId, [`d.${column}`]: value })
      .first<DraftRow | undefined>('d.request', 'd.body as form', 'd.createSha256')) ?? null
  );
}

export async function countOpenDrafts(tx: Database, projectId: string): Promise<number> {
  const open = withPost(tx).where({ 'd.projectId': projectId }).whereNull('i.postId');
  const counted = await open.count({ drafts: '*' }).first<{ drafts: number }>();
  return counted.drafts;
}

/** The maker of a draft: a person, a session of one, or an API key. */
export type DraftMaker = { readonly userId: string } | { readonly sessionId: string } | { readonly keyId: string };

export type NewDraft = DraftRef &
  DraftContent & {
    readonly note: string | null;
    readonly idempotencyKey: string;
    readonly by: DraftMaker;
    /** Key and body of the call; null where it had none. */
    readonly call: { readonly key: string; readonly sha256: Buffer } | null;
  };

export async function insertDraft(tx: Database, draft: NewDraft): Promise<void> {
  const { projectId, id, note, idempotencyKey, by, call } = draft;
  const createdBy =
    'userId' in by
      ? by.userId
      : 'sessionId' in by
        ? knex('sessions').where({ id: by.sessionId }).select('userId')
        : null;
  await drafts(tx).insert({
    ...{ projectId, id, note, idempotencyKey, createdBy, ...columnsOf(draft) },
    createdByKey: 'keyId' in by ? by.keyId : null,
    ...{ createKey: call?.key ?? null, createSha256: call?.sha256 ?? null },
  });
}

export type DraftChange = DraftRef & {
  readonly version: number;
  /** Left out where it stays. */
  readonly content?: DraftContent | undefined;
  readonly note?: string | null | undefined;
};

/** Changes the version that was read. Returns false when it is gone or has another one. */
export async function updateDraft(
  db: Database,
  { projectId, id, version, content, note }: DraftChange,
): Promise<boolean> {
  const saved = await drafts(db)
    .where({ projectId, id, version })
    .update({
      ...(content && columnsOf(content)),
      ...(note !== undefined && { note }),
      version: version + 1,
      updatedAt: knex.fn.now(),
    });
  return saved === 1;
}

export async function deleteDraft(db: Database, { projectId, id }: DraftRef): Promise<boolean> {
  return (await drafts(db).where({ projectId, id }).delete()) === 1;
}

/** Deletes drafts that are published and were not changed for 30 days. Returns how many. */
export async function purgeDrafts(db: Database): Promise<number> {
  return drafts(db)
    .whereRaw(`updated_at < now() - interval '${LIMITS.draftKeptDays.value} days'`)
    .whereExists(
      knex('idempotencyKeys as i')
        .where({ 'i.projectId': knex.ref('drafts.projectId'), 'i.key': knex.ref('drafts.idempotencyKey') })
        .select(knex.raw('1')),
    )
    .delete();
}
