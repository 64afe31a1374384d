import pg from 'pg';

/** Where a process crashes around a statement of the outbox. The service has no checkpoints there, so they are found by the statements that it sends. */
export const STATEMENT_POINTS = [
  /** A target or comment has settled, and with it its event was written. */
  'event written',
  /** Bodies and positions are written, and not committed. */
  'event relaying',
  /** The event is public, and its delivery has not begun. */
  'event relayed',
  /** The receiver has answered, and that is not stored. */
  'delivery sent',
  'delivery stored',
] as const;

export type StatementPoint = (typeof STATEMENT_POINTS)[number];

const SETTLING = /^(?:settle_published|settle_failed|settle_comment|fail_comment|sweep_targets)$/;

type Statement = { readonly name?: string; readonly text?: string };
type Query = (this: pg.Client, statement: Statement, ...rest: unknown[]) => Promise<pg.QueryResult>;

/** Calls `reach` before or after the statements of each point. */
export function watchStatements(reach: (point: StatementPoint) => Promise<void>): void {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  const relaying = new WeakSet<pg.Client>();
  driver.query = async function (statement, ...rest) {
    const { name, text } = statement ?? {};
    if (name === 'record_attempt') await reach('delivery sent');
    const result = await query.call(this, statement, ...rest);
    if (name === 'record_attempt') await reach('delivery stored');
    if (name !== undefined && SETTLING.test(name) && result.rows.length > 0) await reach('event written');
    if (name === 'publish_events') {
      relaying.add(this);
      await reach('event relaying');
    }
    if (text === 'commit' && relaying.delete(this)) await reach('event relayed');
    return result;
  };
}
