/** `project_id` becomes `projectId`. */
export const toCamelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
