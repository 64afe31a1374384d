/**
 * The value of a list parameter whose entries need no quotes: ids, numbers, days, names of types. node-postgres would quote each of them, after looking at its letters, and
 * PostgreSQL would read the quotes again.
 */
export const plainList = (values: readonly (string | number | boolean)[]): string => `{${values.join(',')}}`;
