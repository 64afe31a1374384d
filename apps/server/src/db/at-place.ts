/**
 * SQL: the entry of the list `values` at the place that `id` has in the sorted list `ids`, both as long. A statement that changes rows by a list of their ids looks
 * up what each row gets. A join with the lists would compare each row with each entry: PostgreSQL expects so few of both that it finds no other plan better
 * (docs/adr/0037). `width_bucket` searches by halves.
 */
export const atPlace = (id: string, ids: `$${number}`, values: string): string =>
  `(${values})[width_bucket(${id}, ${ids}::uuid[])]`;

/** Compares by a text as PostgreSQL compares UUIDs: their letters are lower case. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (one: Row, other: Row): number =>
    textOf(one) < textOf(other) ? -1 : 1;
