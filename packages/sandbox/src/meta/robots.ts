type Rule = { readonly allows: boolean; readonly pattern: string };

/**
 * Whether robots.txt lets a crawler fetch a path with its query (RFC 9309): the group that names
 * the crawler, else the group of `*`; the longest rule that fits, `Allow` where two are as long.
 *
 * @example
 * mayCrawl('User-agent: *\nDisallow: /private/', 'facebookexternalhit', '/private/a.jpg'); // false
 */
export function mayCrawl(robots: string, crawler: string, path: string): boolean {
  const groups = readGroups(robots);
  const rules = (groups.get(crawler) ?? groups.get('*') ?? []).filter(({ pattern }) => fits(pattern, path));
  const longest = Math.max(0, ...rules.map(({ pattern }) => pattern.length));
  const deciding = rules.filter(({ pattern }) => pattern.length === longest);
  return deciding.length === 0 || deciding.some(({ allows }) => allows);
}

/** Rules by the crawlers' names in lower case. Several groups of one crawler are one. */
function readGroups(robots: string): ReadonlyMap<string, readonly Rule[]> {
  const groups = new Map<string, Rule[]>();
  let open: string[] = [];
  let isNaming = false;
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const text = (line.split('#')[0] ?? '').trim();
    const colon = text.indexOf(':');
    if (colon === -1) continue;
    const [name, value] = [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
    if (name === 'user-agent') {
      open = isNaming ? [...open, value.toLowerCase()] : [value.toLowerCase()];
      for (const crawler of open) groups.set(crawler, groups.get(crawler) ?? []);
    } else if ((name === 'allow' || name === 'disallow') && value !== '') {
      for (const crawler of open) groups.get(crawler)?.push({ allows: name === 'allow', pattern: value });
    }
    isNaming = name === 'user-agent';
  }
  return groups;
}

/** `*` stands for any characters, `$` at the end for the end of the path. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
