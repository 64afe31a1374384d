/**
 * SQL: both rows are of one project, in a form that PostgreSQL cannot look up in an index. In a
 * join by keys, `t.id = any($2) and t.project_id = any($1)` then leads to the primary key. A plain
 * comparison may lead to any index that begins with the project, and reads all of its rows.
 */
export const sameProject = (one: string, other: string): string => `(${one}.project_id = ${other}.project_id) is true`;

/**
 * SQL: the key of `row` is in the CTE `rows`, which PostgreSQL hashes once. It would join a plain
 * `in`, and compare each pair in a plan made for an empty table.
 */
export const isAmong = (row: string, rows: string): string =>
  `((${row}.project_id, ${row}.id) in (select project_id, id from ${rows})) is true`;
