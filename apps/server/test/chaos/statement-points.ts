import diagnostics from 'node:diagnostics_channel';
import pg from 'pg';

/**
 * Points at which a process crashes around a step of the outbox. The service has no checkpoints
 * there, so they are found by the statements and requests that it sends.
 */
export const STATEMENT_POINTS = [
  /** A target or comment has settled, and with it its event was written. */
  'event written',
  /** Bodies and positions are written, and not committed. */
  'event relaying',
  /** The event is public, and its delivery has not begun. */
  'event relayed',
  /** The receiver has the request, and its answer is never read. */
  'delivery arrived',
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

/** Path on which the receiver of the webhooks listens: no other call has it. */
export const RECEIVER_PATH = '/chaos-events';

/**
 * Calls `reach` once a request to the receiver is written. It must end the process before it
 * returns, or the answer may be read.
 */
export function watchDeliveries(reach: (point: StatementPoint) => Promise<void>): void {
  // Undici, diagnostics channel support, `undici:request:bodySent`, checked 2026-11.
  diagnostics.subscribe('undici:request:bodySent', (message) => {
    const { request } = message as { request: { path: string } };
    if (request.path === RECEIVER_PATH) void reach('delivery arrived');
  });
}
