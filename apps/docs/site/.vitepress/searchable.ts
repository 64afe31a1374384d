type Env = { readonly relativePath?: string };
type Markdown = { render(source: string, env: Env): string };

/** Headings of every class and type of a reference: alone they say nothing, so what is below belongs to the heading above. */
const PARTS =
  /<h([3-6]) [^>]*>(?:Properties|Methods|Parameters|Type Parameters|Returns|Throws|Example|Extends|Type Declaration|Type Literal) <a .*?<\/h\1>/gs;

/** What the search knows of a page, in sections by heading. */
export function searchable(source: string, env: Env, markdown: Markdown): string {
  const html = markdown.render(source, env);
  return env.relativePath?.startsWith('reference/') ? html.replaceAll(PARTS, '') : html;
}
