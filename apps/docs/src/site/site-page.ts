import path from 'node:path';
import { SOURCE_URL } from './source-url.ts';

/** Finds what a link of a page leads to: `null` for a file that is no page of the site. */
export type FindPage = (file: string) => string | null;

const LINK = /(\]\(\s*<?)([^)\s>]+)(>?(?:\s+"[^"]*")?\s*\))/g;
const DEFINITION = /^(\s*\[[^\]^]+\]:\s*<?)([^\s>]+)/g;
const ATTRIBUTE = /(<(?:a|img)\s[^>]*?(?:href|src)=")([^"]+)(")/g;
/** Text in angle brackets that is neither address nor HTML of the pages. */
const NO_HTML = /<(?!https?:|mailto:|!--|\/?(?:a|img|br|details|summary|kbd|sup|sub)\b)/g;
const OUTSIDE = /^(?:[a-z][a-z+.-]*:|#)/i;

/**
 * A page of `docs/` with the links of the site: those to files that are no pages lead to the
 * repository.
 *
 * @param file - path below the repository, such as `docs/errors.md`
 */
export function sitePage(file: string, markdown: string, findPage: FindPage): string {
  const target = (address: string): string => {
    if (OUTSIDE.test(address)) return address;
    const [name = '', anchor] = address.split('#');
    const found = path.posix.normalize(path.posix.join(path.posix.dirname(file), decodeURI(name)));
    const page = findPage(found.replace(/\/$/, ''));
    if (page === null) return `${SOURCE_URL}/${found}${anchor === undefined ? '' : `#${anchor}`}`;
    const own = findPage(file) ?? file;
    const relative = path.posix.relative(path.posix.dirname(own), page);
    return `${relative.startsWith('.') ? relative : `./${relative}`}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  return outsideCode(markdown, (line) =>
    line
      .replaceAll(LINK, (_, before: string, address: string, after: string) => `${before}${target(address)}${after}`)
      .replaceAll(DEFINITION, (_, before: string, address: string) => `${before}${target(address)}`)
      .replaceAll(
        ATTRIBUTE,
        (_, before: string, address: string, after: string) => `${before}${target(address)}${after}`,
      ),
  );
}

/** A page as VitePress reads it: other tags are text, anchors move to their headings. */
export function vitePressPage(markdown: string): string {
  const escaped = outsideCode(markdown, (line) => line.replaceAll(NO_HTML, '&lt;').replaceAll('{{', '&#123;&#123;'));
  return escaped.replaceAll(/<a id="([^"]+)"><\/a>\n\n(#{1,6} [^\n]+)/g, '$2 {#$1}');
}

/** Changes the lines of a page that are no code block; inline code stays as it is. */
function outsideCode(markdown: string, change: (line: string) => string): string {
  let fence = '';
  return markdown
    .split('\n')
    .map((line) => {
      const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
      if (fence !== '') {
        if (mark.startsWith(fence)) fence = '';
        return line;
      }
      if (mark !== '') {
        fence = mark;
        return line;
      }
      const codes: string[] = [];
      const hidden = line.replaceAll(/(`+)(?:(?!\1).)+\1/g, (code) => `\ue000${codes.push(code) - 1}\ue000`);
      return change(hidden).replaceAll(/\ue000(\d+)\ue000/g, (_, at: string) => codes[Number(at)] ?? '');
    })
    .join('\n');
}
