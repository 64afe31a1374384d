/** Adds headers, by their names in lower case; one that is there already is replaced. */
export function addHeaders(headers: Record<string, string>, more: Readonly<Record<string, string>>): void {
  for (const name in more) headers[name.toLowerCase()] = more[name]!;
}
