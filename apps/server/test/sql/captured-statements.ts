import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Database, DatabasePool } from '../../src/db/database.ts';

export type Captured = {
  /** `posts/due-targets.table.ts claimDue` */
  readonly from: string;
  readonly text: string;
};

export const SOURCES = path.join(import.meta.dirname, '../../src');

export const tableFiles = (): readonly string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.table.ts'))
    .toSorted();

/** How often a file sends a statement, by its source. */
export const statementsIn = (file: string): number =>
  readFileSync(path.join(SOURCES, file), 'utf8').match(/\.query(<|\()/g)?.length ?? 0;

/**
 * Every statement that the functions of a table file send, with the text that they make: each function is called with arguments that stand for anything, and a
 * database that answers nothing.
 */
export async function capture(file: string): Promise<readonly Captured[]> {
  const functions = (await import(path.join(SOURCES, file))) as Record<string, unknown>;
  const captured: Captured[] = [];
  for (const [name, each] of Object.entries(functions)) {
    if (typeof each !== 'function') continue;
    for (const argument of [anything(), undefined, null])
      for (const row of [anything(), null]) {
        const db = capturing(row, (text) => captured.push({ from: `${file} ${name}`, text }));
        await attempt(() => each(db, ...Array(6).fill(argument)));
      }
  }
  return [...new Map(captured.map((each) => [`${each.from} ${each.text}`, each])).values()];
}

/** What follows the statement may need rows that are not there. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // Its statement is captured.
  }
}

/** `row` is the answer to each statement; null: an answer without rows. */
export function capturing(row: unknown, onText: (text: string) => void): DatabasePool {
  const db: Database = {
    async query<Row extends pg.QueryResultRow>({ text }: { text: string }) {
      onText(text);
      return { rows: row === null ? [] : [row], rowCount: 1 } as unknown as pg.QueryResult<Row>;
    },
  };
  return { ...db, transaction: (work) => work(db), close: async () => undefined };
}

/** Stands for a value of any type: a string, a number, a list of one, an object with every property, a function. */
function anything(): unknown {
  return new Proxy(() => undefined, {
    apply: () => anything(),
    construct: () => anything() as object,
    get(_, property) {
      if (property === Symbol.toPrimitive) return () => '1';
      if (property === Symbol.iterator) return () => [anything()][Symbol.iterator]();
      if (property === 'then' || property === Symbol.asyncIterator) return undefined;
      if (property === 'length') return 1;
      if (property === 'toJSON') return () => 1;
      if (['map', 'flatMap', 'filter', 'reduce', 'join', 'some', 'every', 'entries'].includes(String(property))) {
        const list = [anything()];
        return Reflect.get(list, property).bind(list);
      }
      return anything();
    },
  });
}
