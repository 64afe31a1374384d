type Env = { readonly relativePath?: string };
type Markdown = { render(source: string, env: Env): string };

/** Headings of each class and type of a reference: they belong to the heading above. */
const PARTS =
  /<h([3-6]) [^>]*>(?:Properties|Methods|Parameters|Type Parameters|Returns|Throws|Example|Extends|Type Declaration|Type Literal) <a .*?<\/h\1>/gs;

/** Cuts a page into sections by heading, for the search. */
export function searchable(source: string, env: Env, markdown: Markdown): string {
  const html = markdown.render(source, env);
  return env.relativePath?.startsWith('reference/') ? html.replaceAll(PARTS, '') : html;
}
