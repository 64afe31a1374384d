/** Well above the 10 entries that any list of a request may have. */
const MAX_LIST_ENTRIES = 50;
/** Well below the deepest place the API knows, `platforms[0].mediaItems[0].url`. */
const MAX_DEPTH = 8;

/** Shortens lists that are far too long, in place, as the service does: they are refused all the same, and as many entries are named. */
export function cutLists(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value) && value.length > MAX_LIST_ENTRIES) value.length = MAX_LIST_ENTRIES;
  for (const item of Object.values(value)) cutLists(item, depth + 1);
}
