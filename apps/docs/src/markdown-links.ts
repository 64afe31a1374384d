/** A link of a page to a file or heading of this repository. */
export type LocalLink = { readonly line: number; readonly target: string };

const LINKS = [
  /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  /^\s*\[[^\]^]+\]:\s*<?([^\s>]+)/g,
  /<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g,
];

/** Every link and image of a page that does not lead away from the repository, code left out. */
export function localLinks(markdown: string): readonly LocalLink[] {
  return proseOf(markdown).flatMap((text, index) =>
    LINKS.flatMap((pattern) => [...text.matchAll(pattern)])
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
      .map((target) => ({ line: index + 1, target })),
  );
}

/** The anchors of a page: those that GitHub makes of headings, and its own. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const text of proseOf(markdown, 'code stays')) {
    for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
    const [, heading] = /^#{1,6} (.+?)\s*#*$/.exec(text) ?? [];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

/** As GitHub does it (github/html-pipeline, table of contents filter, checked 2026-11). */
export function slugOf(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\\(.)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** The lines of a page, blank where they are of a code block. */
function proseOf(markdown: string, inlineCode: 'code goes' | 'code stays' = 'code goes'): readonly string[] {
  let fence = '';
  return markdown.split('\n').map((line) => {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return '';
    }
    if (mark !== '') {
      fence = mark;
      return '';
    }
    return inlineCode === 'code stays' ? line : line.replaceAll(/(`+)(?:(?!\1).)+\1/g, 'code');
  });
}
