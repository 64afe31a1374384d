/**
 * SQL: the entry of the list `values` at the position of `id` in the sorted list `ids`. Statements
 * look up new values by it. A join with the lists would compare each row with each entry, as
 * PostgreSQL expects few of both (docs/adr/0037). `width_bucket` is a binary search.
 */
export const atPosition = (id: string, ids: `$${number}`, values: string): string =>
  `(${values})[width_bucket(${id}, ${ids}::uuid[])]`;

/** Compares by a text like PostgreSQL compares UUIDs, which have lower-case letters. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    textOf(one) < textOf(other) ? -1 : 1;
