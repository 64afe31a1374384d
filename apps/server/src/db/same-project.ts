/**
 * SQL: both rows are of one project. PostgreSQL cannot look it up in an index. For a join of rows by their keys, `t.id = any($2) and t.project_id = any($1)` then
 * leads to the primary key, whatever PostgreSQL believes about the table. By `t.project_id = e.project_id` it may take any index that begins with the project,
 * and read all of its rows for each row of the join.
 */
export const sameProject = (one: string, other: string): string => `(${one}.project_id = ${other}.project_id) is true`;

/**
 * SQL: the key of `row` is one of those of the CTE `rows`. PostgreSQL hashes them once. It would join the two for an `in` that decides alone, and compare each pair where its
 * plan is of a time when the table was empty.
 */
export const isAmong = (row: string, rows: string): string =>
  `((${row}.project_id, ${row}.id) in (select project_id, id from ${rows})) is true`;
