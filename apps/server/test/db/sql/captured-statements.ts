import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Database, DatabasePool } from '../../../src/db/database.ts';

export type Captured = {
  /** `publishing/due-targets.table.ts claimDue` */
  readonly from: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** The text with one parameter for each value: a builder has a new one wherever a value stands. */
export const withOneParameterEach = ({ text, values }: Captured): string =>
  text.replace(/\$(\d+)/g, (parameter, n) => (n > values.length ? parameter : `$${values.indexOf(values[n - 1]) + 1}`));

export const SOURCES = path.join(import.meta.dirname, '../../../src');

export const tableFiles = (): readonly string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.table.ts'))
    .toSorted();

const sourceOf = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8');

/** Counts the places where a file sends a statement that it has as a text. */
export const textsIn = (file: string): number => sourceOf(file).match(/\.query(<|\()/g)?.length ?? 0;

/** Counts the places where it sends one that it builds. */
export const builtIn = (file: string): number => sourceOf(file).match(/\.connection\(/g)?.length ?? 0;

export const usesKnex = (file: string): boolean => sourceOf(file).includes('db/knex.ts');

/** Names of the functions that send statements. */
export const sendersIn = (file: string): readonly string[] =>
  [...sourceOf(file).matchAll(/^export async function (\w+)/gm)].map(([, name]) => name!);

/**
 * Every statement that the functions of a table file send, with the text that they make: each
 * function is called with arguments that stand for anything, and a database that answers nothing.
 */
export async function capture(file: string): Promise<readonly Captured[]> {
  const functions = (await import(path.join(SOURCES, file))) as Record<string, unknown>;
  const captured: Captured[] = [];
  for (const [name, each] of Object.entries(functions)) {
    if (typeof each !== 'function') continue;
    // What is absent is a condition of its own in a builder, and no statement without a project is
    // ever built.
    for (const argument of usesKnex(file) ? [anything()] : [anything(), undefined, null])
      for (const row of [anything(), null]) {
        const db = capturing(
          () => row,
          (statement) => captured.push({ from: `${file} ${name}`, ...statement }),
        );
        await attempt(() => each(db, ...Array(6).fill(argument)));
      }
  }
  return [...new Map(captured.map((each) => [`${each.from} ${each.text}`, each])).values()];
}

/** Ignores failures: what follows the statement may need rows that are not there. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // Its statement is captured.
  }
}

/** `rowOf` returns the answer to a statement; null: an answer without rows. */
export function capturing(
  rowOf: (text: string) => unknown,
  onSent: (statement: Omit<Captured, 'from'>) => void,
): DatabasePool {
  const db: Database = {
    async query<Row extends pg.QueryResultRow>({ text, values = [] }: { text: string; values?: unknown[] }) {
      onSent({ text, values });
      const row = rowOf(text);
      const command = /\w+/.exec(text)![0].toUpperCase();
      return { command, rows: row === null ? [] : [row], rowCount: 1 } as unknown as pg.QueryResult<Row>;
    },
  };
  return { ...db, transaction: (work) => work(db), close: async () => undefined };
}

/** Methods of a list that functions call on what they are given. */
const OF_LISTS = ['map', 'flatMap', 'filter', 'reduce', 'join', 'some', 'every', 'entries'];
/** Methods of other values. Every other property is a value. */
const METHODS = ['slice', 'toISOString'];

/**
 * Stands for a value of any type: a string, a number, a list of one, an object with every property.
 * A copy of it has none.
 */
function anything(): unknown {
  return new Proxy([], {
    get(_, property) {
      if (property === Symbol.toPrimitive) return () => '1';
      if (property === Symbol.iterator) return () => [anything()][Symbol.iterator]();
      if (typeof property === 'symbol' || ['then', 'toSQL', 'isRawInstance'].includes(property)) return undefined;
      if (property === 'length') return 1;
      if (property === '0') return '1';
      if (property === 'toJSON') return () => 1;
      if (METHODS.includes(property)) return () => anything();
      if (OF_LISTS.includes(property)) {
        const list = [anything()];
        return Reflect.get(list, property).bind(list);
      }
      return anything();
    },
  });
}
