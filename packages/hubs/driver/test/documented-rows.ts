/** The error table of a hub's page: its rows in their order. */
export function documentedRows(
  page: string,
): readonly { readonly name?: string; readonly code?: string; readonly source?: string }[] {
  return [...page.matchAll(/^\| `(\w+)` \| .* \| `(\w+)` \| .* \| (.*) \|$/gm)].map(([, name, code, source]) => ({
    name,
    code,
    source,
  }));
}
