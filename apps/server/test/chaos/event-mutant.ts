import type pg from 'pg';
import { NEW_ID } from '../../src/events/emit.ts';

type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] };
type Query = (this: pg.Client, statement: Statement, ...rest: unknown[]) => Promise<pg.QueryResult>;
type Settled = {
  projectId: string;
  id: string;
  postId: string;
  accountId: string;
  platform: string;
  status: string;
  commentStatus: string;
  done: boolean;
};

const SETTLING = ['settle_published', 'settle_failed', 'settle_comment', 'fail_comment'];
const EVENT = /,\s+event as \(\s+insert into events .*?\n {11}\)(?=\s+select )/s;
const ANSWER = /\bselect(?= target\.project_id as "projectId",.* from target$)/;

/**
 * Settles a target with one statement and writes its events with the next one, as most services
 * send their webhooks.
 */
export const writeEventsAfter = (query: Query): Query =>
  async function (statement, ...rest) {
    if (!SETTLING.includes(statement?.name ?? '')) return query.call(this, statement, ...rest);
    const silent = statement.text.replace(EVENT, '');
    const text = silent.replace(ANSWER, '$& target.done,');
    if (silent === statement.text || text === silent) throw new Error(`The mutant finds no event in ${text}`);
    // Otherwise a parameter that only the event used would have no type.
    const result = await query.call(this, { ...statement, text });
    for (const row of (result.rows as Settled[]).filter(({ done }) => done)) {
      const comment = ['published', 'failed'].includes(row.commentStatus) ? [`comment.${row.commentStatus}`] : [];
      await query.call(this, {
        text: `insert into events (project_id, id, type, post_id, target_id, account_id, platform)
               select $1, ${NEW_ID}, type, $2, $3, $4, $5 from unnest($6::text[]) as type`,
        values: [row.projectId, row.postId, row.id, row.accountId, row.platform, [`target.${row.status}`, ...comment]],
      });
    }
    return result;
  };
