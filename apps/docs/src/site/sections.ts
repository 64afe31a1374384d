/** A link of the sidebar: a page below `docs/` without its ending, and what it is called there. */
type Entry = readonly [page: string, title: string];
type Section = { readonly title: string; readonly pages: readonly Entry[] };

/** The sidebar and `llms.txt`, by reader. A missing page is added to the last section but one. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      ['all', 'All pages'],
      ['dashboard', 'First post in a browser'],
      ['quick-start-sdk', 'Node application'],
      ['quick-start-rest', 'Raw REST'],
      ['quick-start-mock', 'Front end with the mock'],
    ],
  },
  {
    title: 'Use it',
    pages: [
      ['webhooks', 'Webhooks and events'],
      ['cli', 'Terminal and CI'],
      ['recipes/publish-from-ci', 'Publish from CI'],
      ['mcp', 'MCP server for agents'],
      ['hubs', 'Self-hosted hubs'],
      ['unpublish', 'Removing posts'],
      ['limits', 'Limits and rules'],
      ['errors', 'Errors'],
      ['troubleshooting', 'Troubleshooting'],
      ['changelog', 'Changes'],
    ],
  },
  {
    title: 'Come from another API',
    pages: [
      ['comparison', 'Comparison'],
      ['migrate-from-ayrshare', 'From Ayrshare'],
      ['migrate-from-postiz', 'From Postiz'],
      ['migrate-from-zernio', 'From Zernio'],
      ['coming-from-another-api', 'All field names'],
    ],
  },
  {
    title: 'Run it yourself',
    pages: [
      ['self-hosting', 'Self-hosting'],
      ['containers', 'Containers'],
      ['kubernetes', 'Kubernetes'],
      ['one-click', 'Render and Fly.io'],
      ['systemd', 'systemd, nginx, Caddy'],
      ['operating', "The operator's commands"],
      ['backup', 'Backup and restore'],
      ['high-availability', 'High availability'],
      ['upgrading', 'Upgrading'],
      ['monitoring', 'Monitoring'],
      ['scale', 'Growing'],
      ['data-kept', 'What is stored'],
      ['guarantees', 'Guarantees'],
      ['networks/instagram', 'Instagram'],
      ['networks/threads', 'Threads'],
      ['networks/x', 'X'],
      ['networks/linkedin', 'LinkedIn'],
      ['hubs/wordpress', 'WordPress'],
      ['hubs/micropub', 'Micropub'],
    ],
  },
  {
    title: 'Extend it',
    pages: [
      ['adding-a-network', 'Add a network'],
      ['adding-a-hub-driver', 'Add a kind of hub'],
      ['hub-connect', 'Hub Connect'],
      ['architecture', 'Architecture'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['api/', 'API'],
      ['reference/sdk/', '@fanfare/sdk'],
      ['reference/mock/', '@fanfare/mock'],
      ['reference/api-suite', 'Statements about the API'],
    ],
  },
];

/** Pages that are reached from others: decisions, and parts of a reference. */
const BELOW = /^(?:adr|api|reference)\//;

/** The sections, with pages that nobody has put into one in a section of their own. */
export function sectionsOf(pages: ReadonlyMap<string, string>): readonly Section[] {
  const placed = new Set(SECTIONS.flatMap((section) => section.pages.map(([page]) => page)));
  const others = [...pages].filter(([page]) => page !== 'index' && !placed.has(page) && !BELOW.test(page));
  const more = others.map(([page, title]): Entry => [page, title]);
  return more.length === 0 ? SECTIONS : [...SECTIONS, { title: 'More', pages: more }];
}
