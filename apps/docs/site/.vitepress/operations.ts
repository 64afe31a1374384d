type Token = {
  readonly type: string;
  readonly tag: string;
  readonly content: string;
  readonly children: Token[] | null;
};
type State = {
  tokens: Token[];
  readonly env: { readonly relativePath?: string };
  readonly Token: new (type: string, tag: string, nesting: 0) => Token & { content: string };
};

const METHOD = /^(GET|POST|PUT|PATCH|DELETE) (\/.*)$/;

/** The pages about the API, except the one with the types. */
export const isApiPage = (file: string): boolean => /^api\/(?!types\.)/.test(file);

/** Shows each operation in two columns: the text, and its examples beside it. */
export function splitOperations(state: State): void {
  if (!isApiPage(state.env.relativePath ?? '') || state.env.relativePath === 'api/index.md') return;
  const html = (content: string): Token => Object.assign(new state.Token('html_block', '', 0), { content });
  const starts = state.tokens.flatMap((token, index) =>
    token.type === 'heading_open' && token.tag === 'h2' ? [index] : [],
  );
  const sections = starts.map((start, at) => state.tokens.slice(start, starts[at + 1]));
  state.tokens = [
    ...state.tokens.slice(0, starts[0]),
    ...sections.flatMap((section) => {
      const examples: Token[] = [];
      const about: Token[] = [];
      for (const [index, token] of section.entries()) {
        if (token.type === 'fence') examples.push(html(`<p class="example">${titleOf(section, index)}</p>`), token);
        else about.push(token);
      }
      return [
        html('<section class="operation"><div>'),
        ...about,
        html('</div><div class="examples">'),
        ...examples,
        html('</div></section>'),
      ];
    }),
  ];
}

/** The title of an example, from the paragraph in front of it. */
function titleOf(section: readonly Token[], index: number): string {
  const before = section.slice(0, index).findLast(({ type }) => type === 'inline');
  const [, word = ''] = /^\*\*([^*]+?):?\*\*/.exec(before?.content ?? '') ?? [];
  return /^\d+$/.test(word) ? `Answer <span class="status">${word}</span>` : 'Request';
}

type Render = (tokens: Token[], index: number, options: unknown, env: State['env']) => string;

/** Shows the method of a route as a mark of its own on pages about the API. */
export function markMethods(render: Render): Render {
  return (...all) => {
    const [tokens, index, , env] = all;
    const [, method, route] = METHOD.exec(tokens[index]?.content ?? '') ?? [];
    if (method === undefined || route === undefined || !isApiPage(env.relativePath ?? '')) return render(...all);
    const escaped = route.replaceAll('{', '&#123;');
    return `<code class="route" v-pre><span class="method" data-method="${method}">${method}</span> ${escaped}</code>`;
  };
}
