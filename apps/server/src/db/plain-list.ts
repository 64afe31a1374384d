/**
 * A list parameter of ids, numbers, days or names of types. node-postgres would look for characters
 * to quote in each entry, and PostgreSQL would read the quotes.
 */
export const plainList = (values: readonly (string | number | boolean)[]): string => `{${values.join(',')}}`;
