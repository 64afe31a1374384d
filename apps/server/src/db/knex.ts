import createKnex, { type Knex } from 'knex';
import type pg from 'pg';
import { toCamelCase, toSnakeCase } from './camel-case.ts';
import type { Database } from './database.ts';

/**
 * Knex over our own connections, for statements that are not on the path of a publish. Names are
 * camelCase in builders and rows, and snake_case in the database and in `raw`. Each statement names
 * its runner, which knows shares and transactions: `knex('drafts').connection(db)`.
 */
export const knex: Knex = createKnex({
  client: 'pg',
  wrapIdentifier: (name, quote) => quote(toSnakeCase(name)),
});

// Knex's own function writes the values of a statement into its errors.
knex.client.query = async (db: Database, statement: Knex.Sql) => {
  const text = knex.client.positionBindings(statement.sql);
  const result = await db.query({ text, values: [...statement.bindings] });
  return { ...statement, response: { ...result, rows: withCamelCaseKeys(result.rows) } };
};

function withCamelCaseKeys(rows: readonly pg.QueryResultRow[]): readonly object[] {
  const columns = Object.keys(rows[0] ?? {}).map((column) => [column, toCamelCase(column)] as const);
  if (columns.every(([column, name]) => column === name)) return rows;
  return rows.map((row) => Object.fromEntries(columns.map(([column, name]) => [name, row[column]])));
}
