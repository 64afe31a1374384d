import { sectionsOf } from './sections.ts';
import { SOURCE_URL } from './source-url.ts';
import { titleOf } from './title-of.ts';

/** The pages of the site by their file, such as `errors.md`. */
type Pages = ReadonlyMap<string, string>;

const ABOUT = `# Fanfare

> One API call publishes one piece of content to Instagram, Threads, X, LinkedIn and self-hosted hubs, and reports a result per target. Open source, self-hosted.

Agents use its tools: every installation has an MCP server at \`/mcp\`, and \`npx -y @fanfare/mcp\` is the same over standard input and output ([how to add it](mcp.md)). The same call twice is one post.
`;

/** `llms.txt` (llmstxt.org, checked 2026-11): a link to the Markdown of every page. */
export function llmsText(pages: Pages): string {
  const sections = sectionsOf(titlesOf(pages)).map(({ title, pages: entries }) => {
    const lines = entries.map(([page, name]) => `- [${name}](${fileOf(page)})`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `${ABOUT}
Every page is Markdown at its address with \`.md\` at the end, and [llms-full.txt](llms-full.txt) is the guides and the API in one file. The source is at ${SOURCE_URL.replace('/blob/main', '')}.

${sections.join('\n')}`;
}

/** Programs read the types of the packages, and decisions are for contributors. */
const LEFT_OUT = /^(?:adr|reference)\//;

/** `llms-full.txt`: the pages of the sidebar, then those of the API, each with its address. */
export function llmsFullText(pages: Pages): string {
  const inSidebar = sectionsOf(titlesOf(pages)).flatMap((section) => section.pages.map(([page]) => fileOf(page)));
  const files = new Set([...inSidebar, ...[...pages.keys()].toSorted()]);
  const texts = [...files]
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => `<!-- page: ${file} -->\n\n${(pages.get(file) ?? '').trim()}\n`);
  return `${ABOUT}\nThe guides and the API follow, each page after a comment with its address. Links are relative to that address.\n\n${texts.join('\n')}`;
}

const fileOf = (page: string): string => `${page.endsWith('/') ? `${page}index` : page}.md`;

const titlesOf = (pages: Pages): ReadonlyMap<string, string> =>
  new Map([...pages].map(([file, text]) => [file.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1'), titleOf(text)]));
