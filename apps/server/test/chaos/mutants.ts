import { setTimeout as sleep } from 'node:timers/promises';
import { type Http, type NetworkAdapter, NetworkError, type PublicWrite } from '@fanfare/network';
import pg from 'pg';
import type { NewTarget } from '../../src/posts/record-posts.table.ts';
import { writeEventsAfter } from './event-mutant.ts';
import { MEDIA_MUTANTS, mutateMedia } from './media-mutants.ts';

/**
 * Services that are broken on purpose. Each must make the suite fail, or the suite detects nothing.
 * A mutant exists only in the chaos server's process and in the chaos database.
 */
export const MUTANTS = [
  'no-journal',
  'timeouts-rejected',
  'retry-sends',
  'retry-jobs',
  'check-then-insert',
  'no-restore-guard',
  'no-history-check',
  'fresh-posts',
  'events-after-settle',
  'lost-deletions-done',
  'deletions-unsaid',
  ...MEDIA_MUTANTS,
] as const;

export type Mutant = (typeof MUTANTS)[number];

/** Statements with which a mutant removes a part of the database. */
export const MUTANT_SCHEMA: Readonly<Record<Mutant, string>> = {
  'no-journal': 'drop index one_public_write',
  'timeouts-rejected': 'select 1',
  'retry-sends': 'select 1',
  'retry-jobs': 'drop index one_public_write',
  'check-then-insert': 'alter table quota_periods drop constraint never_over',
  'no-restore-guard': 'select 1',
  'no-history-check': 'select 1',
  'fresh-posts': 'select 1',
  'events-after-settle': 'select 1',
  'lost-deletions-done': 'select 1',
  'deletions-unsaid': 'select 1',
  'bytes-before-rows': 'select 1',
  'use-after-post': 'select 1',
  'acknowledge-early': 'select 1',
};

/** Rewrites named statements before they are sent to the database. */
export function mutateStatements(mutants: readonly Mutant[]): void {
  if (mutants.includes('no-journal')) {
    // Hides that an earlier run has begun to publish or comment, as if there were no journal.
    rewrite('find_journal', (text) =>
      replaced(text, "kind in ('publish', 'comment') and state in ('intended', 'unknown')", 'false'),
    );
  }
  if (mutants.includes('retry-jobs')) {
    // A job queue with retries: after an error the job starts over without knowledge of the earlier
    // run.
    rewrite('find_journal', (text) => replaced(text, 'where project_id = $1', 'where false and project_id = $1'));
    rewrite('settle_failed', (text) => {
      const settling = replaced(
        text,
        "status = 'pending' and lease_token = $4 and lease_expires_at",
        `status = 'pending' and lease_token = $4 and claims >= ${JOB_RUNS} and lease_expires_at`,
      );
      return replaced(
        settling,
        'with target as (',
        `with retry as (
           update targets set lease_owner = null, lease_expires_at = null, run_at = now()
           where project_id = $1 and id = $2 and status = 'pending' and lease_token = $4 and claims < ${JOB_RUNS}
         ), target as (`,
      );
    });
  }
  // What a dead process may have deleted leaves no word.
  if (mutants.includes('deletions-unsaid'))
    rewrite('intend_deletion', (text) =>
      replaced(
        text,
        'set unpublish_error = $8',
        'set unpublish_error = case when false then $8 else unpublish_error end',
      ),
    );
  mutateMedia(mutants);
  if (mutants.includes('check-then-insert')) checkBeforeInsert();
  if (mutants.includes('events-after-settle')) driver.query = writeEventsAfter(driver.query);
  // A promoted standby is the same database, as far as a server can see that runs on.
  if (mutants.includes('no-history-check'))
    rewrite('read_history', (text) =>
      replaced(
        replaced(text, 'case when not', "case when true then 'same' when not"),
        'bool_or(',
        'bool_or(false and ',
      ),
    );
  // A starting server treats everything it finds as left by a dead server.
  if (mutants.includes('no-restore-guard'))
    rewrite('read_guard', (text) =>
      replaced(replaced(text, 'g.xmin = g.written_by', 'true'), 'g.fingerprint as', 'null as'),
    );
}

/** Attempts of a job before its error counts. */
const JOB_RUNS = 3;

export function mutateAdapter(mutants: readonly Mutant[], adapter: NetworkAdapter): NetworkAdapter {
  const { publish, comment, unpublish } = adapter;
  const isFresh = adapter.platform === 'hub' && mutants.includes('fresh-posts');
  return {
    ...adapter,
    publish: isFresh ? publishingFreshPosts(publish) : mutateWrite(mutants, publish),
    ...(comment && { comment: mutateWrite(mutants, comment) }),
    ...(unpublish && mutants.includes('lost-deletions-done') && { unpublish: takingLostForDone(unpublish) }),
  };
}

/** A deletion without an answer counts as done. */
const takingLostForDone = <Input>(write: PublicWrite<Input>): PublicWrite<Input> => ({
  ...write,
  send: (call, prepared) => write.send(call, prepared).catch(() => ({ platformPostId: null, url: null })),
});

function mutateWrite<Input>(mutants: readonly Mutant[], write: PublicWrite<Input>): PublicWrite<Input> {
  const { send } = write;
  if (mutants.includes('timeouts-rejected')) {
    return {
      ...write,
      send: (call, prepared) => send(call, prepared).catch((error: unknown) => Promise.reject(asRejected(error))),
    };
  }
  if (mutants.includes('retry-sends'))
    return { ...write, send: (call, prepared) => send(call, prepared).catch(() => send(call, prepared)) };
  // A timeout counts as an ordinary error, without reading back.
  if (mutants.includes('retry-jobs')) return { ...write, reconcile: async () => ({ state: 'undecided' }) };
  return write;
}

/** WordPress without drafts: each send makes a new post with the content of the draft. */
function publishingFreshPosts<Input>(write: PublicWrite<Input>): PublicWrite<Input> {
  const withFreshPosts = (http: Http): Http => {
    return async (call) => {
      const [, id] = /^\/wp\/v2\/posts\/(\d+)$/.exec(call.query?.rest_route ?? '') ?? [];
      if (id === undefined) return http(call);
      const { body: _, ...read } = call;
      const draft = await http({ ...read, method: 'GET', query: { ...call.query, ...WHOLE_POST }, effect: 'read' });
      const { title, content } = draft.json as Record<'title' | 'content', { raw: string }>;
      const json = { title: title.raw, content: content.raw, status: 'publish' };
      const answer = await http({ ...call, query: { rest_route: '/wp/v2/posts' }, body: { json } });
      return { ...answer, json: { ...(answer.json as object), id: Number(id) } };
    };
  };
  return {
    ...write,
    send: (call, prepared) => write.send({ ...call, http: withFreshPosts(call.http) }, prepared),
  };
}

const WHOLE_POST = { context: 'edit', _fields: 'title,content' };

function asRejected(error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.outcome !== 'unknown') return error;
  return new NetworkError({ ...error.facts, outcome: 'rejected', retryAfterMs: 1_000 });
}

type Named = { readonly name?: string; readonly text: string; readonly values?: unknown[] };
type Query = (this: pg.Client, statement: Named, ...rest: unknown[]) => Promise<pg.QueryResult>;

// The driver's own method, called as the service calls it: with one statement, for a promise.
const driver = pg.Client.prototype as unknown as { query: Query };

function rewrite(name: string, change: (text: string) => string): void {
  const { query } = driver;
  driver.query = function (statement, ...rest) {
    if (statement?.name !== name) return query.call(this, statement, ...rest);
    return query.call(this, { ...statement, text: change(statement.text) });
  };
}

/** A mutant whose statement no longer matches breaks nothing, so it is an error. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The mutant does not find "${from}" in ${text}`);
  return text.replace(from, () => to);
}

/**
 * Time that a service spends between its quota check and its insert: without it, hardly two
 * requests meet there.
 */
const WORK_BETWEEN_MS = 50;

/** A quota check as most services write it: read, decide, write. */
function checkBeforeInsert(): void {
  const { query } = driver;
  driver.query = function (statement, ...rest) {
    // A batch records nothing, so that each of its posts is checked alone.
    if (statement?.name === 'record_posts') return Promise.resolve({ rows: [] } as unknown as pg.QueryResult);
    if (statement?.name !== 'record_post') return query.call(this, statement, ...rest);
    const [projectId, , , , , , , allowance, overage, json] = statement.values ?? [];
    const targets = JSON.parse(String(json)) as (NewTarget & { periodStart: string })[];
    const { periodStart } = targets[0]!;
    const units = targets.reduce((sum, target) => sum + target.publishUnits + target.commentUnits, 0);
    const look = {
      text: 'select used + reserved as taken from quota_periods where project_id = $1 and period_start = $2',
      values: [projectId, periodStart],
    };
    return query.call(this, look).then(async ({ rows }: pg.QueryResult<{ taken: number }>) => {
      if (overage !== true && Number(rows[0]?.taken ?? 0) + units > Number(allowance)) {
        const refusal = new pg.DatabaseError('over the quota', 0, 'error');
        refusal.constraint = 'never_over';
        throw refusal;
      }
      await sleep(WORK_BETWEEN_MS);
      return query.call(this, statement);
    });
  };
}
