import type pg from 'pg';
import type { Database } from '../../../../apps/server/src/db/database.ts';
import { recordPost } from '../../../../apps/server/src/posts/record-posts.table.ts';
import { uuidOf } from '../installation/projects.ts';

/** Numbers that stand for those that the script draws; 12 hexadecimal digits each. */
const EACH_POST = 0xab_cd_ef_ab_cd_ef;
const PROJECT = 0xfe_dc_ba_fe_dc_ba;

const hexOf = (variable: string): string => `lpad(to_hex(:${variable}::bigint), 12, '0')`;

/**
 * A script of pgbench that records a scheduled post with one target: the statement is what the
 * server's own code sends, with values for its parameters. `n` is new for each post, `p` the
 * project.
 */
export async function recordScript(projects: { readonly from: number; readonly to: number }): Promise<string> {
  const { text, values } = await captureRecord();
  const statement = text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));
  return `\\set n random(1, 140000000000000)\n\\set p random(${projects.from}, ${projects.to})\n${statement};\n`;
}

async function captureRecord(): Promise<{ readonly text: string; readonly values: readonly unknown[] }> {
  let sent: { text: string; values?: unknown[] } | undefined;
  const db: Database = {
    async query(statement) {
      sent = statement;
      return { rows: [] } as unknown as pg.QueryResult<never>;
    },
  };
  await recordPost(db, {
    projectId: uuidOf('project', PROJECT),
    id: uuidOf('post', EACH_POST),
    idempotencyKey: `pgbench-${EACH_POST.toString(16)}`,
    bodySha256: Buffer.alloc(32, 7),
    content: SAMPLE_TEXT,
    media: [],
    targets: [
      {
        id: uuidOf('target', EACH_POST),
        accountId: uuidOf('account', PROJECT),
        platform: 'x',
        content: null,
        media: null,
        firstComment: null,
        aiGenerated: false,
        spaceSlug: null,
        commentStatus: 'none',
        publishUnits: 1,
        commentUnits: 0,
        budgetSeconds: 150,
      },
    ],
    quota: { periodStart: new Date('2027-06-01'), allowance: null, overage: true },
    start: { publishAt: new Date('2027-06-15') },
  });
  if (!sent) throw new Error('recordPost sent no statement');
  return { text: sent.text, values: sent.values ?? [] };
}

export const SAMPLE_TEXT = 'The harbour opens at nine and the first boat leaves at half past nine, weather permitting';

/** The value in SQL; pgbench takes a colon before a letter or digit for a variable. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (value instanceof Date) return `'${value.toISOString().slice(0, 10)}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  const quoted = `'${String(value)
    .replaceAll("'", "''")
    .replace(/:(?=\w)/g, ': ')}'`;
  const filled = quoted
    .replaceAll(EACH_POST.toString(16), `' || ${hexOf('n')} || '`)
    .replaceAll(PROJECT.toString(16), `' || ${hexOf('p')} || '`);
  if (filled === quoted) return quoted;
  return /^'[0-9a-f]{8}(-[0-9a-f]{4}){3}-' \|\| [^']+'0'\) \|\| ''$/.test(filled) ? `(${filled})::uuid` : `(${filled})`;
}
