/** JSON with sorted keys, trimmed texts, and nothing that is empty. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'null';
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').normalize('NFC').trim();
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map((item) => canonical(item) ?? null);
  if (value === null || typeof value !== 'object') return value ?? undefined;
  const entries = Object.entries(value)
    .map(([name, item]) => [name, canonical(item)] as const)
    .filter(([, item]) => !isEmpty(item))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // Entries, because an object puts names that are numbers first and loses `__proto__`.
  return { of: entries };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && 'of' in value && [value.of].flat().length === 0;
}
