type Token = { readonly type: string; content: string; tag: string; attrSet(name: string, value: string): void };
type State = { readonly tokens: Token[] };

/** Up to this many columns fit a phone side by side. */
const NARROW = 2;

/**
 * Prepares tables for phones: each cell knows the words of its header, and a table with more
 * columns than fit is marked, so that its rows can be shown below each other. A header cell without
 * text becomes a plain cell, because there is nothing to announce.
 */
export function markTables({ tokens }: State): void {
  let open: Token | undefined;
  let headers: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 1];
    if (token.type === 'table_open') {
      open = token;
      headers = [];
    }
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open' && inline) {
      headers.push(textOf(inline.content));
      const close = tokens[index + 2];
      if (inline.content === '' && close) token.tag = close.tag = 'td';
    }
    if (token.type === 'thead_close' && headers.length > NARROW) open?.attrSet('class', 'wide');
    if (token.type === 'td_open') {
      const header = headers[column++];
      if (header) token.attrSet('data-label', header);
    }
  }
}

const textOf = (markdown: string): string => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1');
