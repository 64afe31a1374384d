import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Services that break a promise about hosted files on purpose. */
export const MEDIA_MUTANTS = ['bytes-before-rows', 'use-after-post', 'acknowledge-early'] as const;

type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] };
type Query = (this: pg.Client, statement: Statement, ...rest: unknown[]) => Promise<pg.QueryResult>;

/**
 * Changes what the server does to rows and files. Comes before `watchMedia`, which then sees the
 * broken order.
 */
export function mutateMedia(mutants: readonly string[]): void {
  if (mutants.includes('bytes-before-rows')) removeBytesFirst();
  if (mutants.includes('use-after-post')) useAfterwards();
  if (mutants.includes('acknowledge-early')) writeLater();
}

const driver = pg.Client.prototype as unknown as { query: Query };

/** A deletion as many services have it: first the file, then its row. */
function removeBytesFirst(): void {
  const { query } = driver;
  driver.query = async function (statement, ...rest) {
    if (!statement?.text?.startsWith('delete from "media"')) return query.call(this, statement, ...rest);
    const { rows } = await query.call(this, {
      text: statement.text.replace('delete from "media"', 'select key from "media"'),
      values: statement.values ?? [],
    });
    for (const { key } of rows as { key: string }[])
      await fs.promises.rm(path.join(process.env.MEDIA_DIR!, key.slice(0, 2), key), { force: true });
    return query.call(this, statement, ...rest);
  };
}

/** Long enough that kills meet it, also on a busy machine. */
const BETWEEN_MS = 1_000;

/** The use is written after the post is recorded: a kill between them leaves a post without it. */
function useAfterwards(): void {
  const { query } = driver;
  driver.query = async function (statement, ...rest) {
    if (!/insert into "?media_uses/.test(statement?.text ?? '')) return query.call(this, statement, ...rest);
    // In a transaction that is undone it answers the same, and writes nothing.
    await query.call(this, { text: 'begin' });
    const result = await query.call(this, statement, ...rest);
    await query.call(this, { text: 'rollback' });
    setTimeout(() => void query.call(this, statement, ...rest).catch(() => undefined), BETWEEN_MS);
    return result;
  };
}

/**
 * A further part of an upload is acknowledged before the system has it, as a buffer in the process
 * would.
 */
function writeLater(): void {
  const { open } = fs.promises;
  fs.promises.open = (async (...of: Parameters<typeof open>) => {
    const file = await open(...of);
    if (!String(of[0]).endsWith('.part') || of[1] !== 'r+') return file;
    const write = file.write.bind(file) as (...all: unknown[]) => Promise<unknown>;
    const close = file.close.bind(file);
    const writes: Promise<unknown>[] = [];
    Object.assign(file, {
      async write(chunk: Uint8Array, from: number, length: number, at: number) {
        const copy = Buffer.from(chunk.subarray(from, from + length));
        writes.push(sleep(BETWEEN_MS).then(() => write(copy, 0, length, at)));
        return { bytesWritten: length, buffer: chunk };
      },
      close: async () => void Promise.allSettled(writes).then(close),
    });
    return file;
  }) as typeof open;
}
