/** `project_id` becomes `projectId`. */
export const toCamelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `projectId` becomes `project_id`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQL: columns of the table or CTE `row` under camelCase names. */
export const camelCaseColumns = (row: string, names: readonly string[]): string =>
  names.map((name) => `${row}.${toSnakeCase(name)} as "${name}"`).join();
