import type { Statement } from './statement.ts';

/** Sections of the API's description, in its own words. */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['1', 'What the service does'],
  ['2', 'Resources and their fields'],
  ['2.1', 'Account'],
  ['2.2', 'Post'],
  ['2.3', 'Target'],
  ['2.4', 'Media item'],
  ['2.5', 'Hub space'],
  ['3', 'States and transitions'],
  ['3.1', 'Account status'],
  ['3.2', 'Target status'],
  ['3.3', 'Carousels'],
  ['4', 'Endpoints'],
  ['4.1', 'POST /accounts/connect'],
  ['4.2', 'GET /accounts'],
  ['4.3', 'DELETE /accounts/:id'],
  ['4.4', 'GET /accounts/:id/spaces'],
  ['4.5', 'POST /posts'],
  ['4.6', 'GET /posts'],
  ['4.7', 'GET /posts/:id'],
  ['4.8', 'POST /posts/:id/cancel'],
  ['4.9', 'POST /posts/:id/repost'],
  ['4.10', 'POST /reposts'],
  ['4.11', 'GET /posts/:id/metrics'],
  ['4.12', 'GET /openapi.yaml'],
  ['4.13', 'Hosted files'],
  ['4.14', 'POST /posts/:id/unpublish'],
  ['4.15', 'Drafts'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
]);

/**
 * The page `api-suite.md` of the reference: every statement by section, with counts. Throws for an
 * unknown section and for a repeated statement.
 */
export function statementsPage(statements: readonly Statement[]): string {
  const names = statements.map(({ section, statement }) => `${section} ${statement}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`This statement occurs twice: ${twice}`);
  const unknown = statements.find(({ section }) => !SECTIONS.has(section));
  if (unknown) throw new Error(`There is no section ${unknown.section}.`);

  const open = statements.filter((statement) => 'open' in statement).length;
  const inside = statements.filter((statement) => 'inside' in statement).length;
  const sections = [...SECTIONS].filter(([name]) => statements.some(({ section }) => section === name));
  const more = open > 0 ? `\n${open} more are open: what they speak of is not built yet.` : '';
  const looked =
    inside > 0
      ? `\n${inside} of them look at what no answer shows: what the server stores, and what it sends to networks. A mock has none of it, and each says why.`
      : '';
  return `${[
    '# What the API promises',
    `${statements.length - open} statements about the API, each a test that is asked over HTTP of the server, of \`@fanfare/mock\` in Node, in Chromium, as a
standalone server, and through \`@fanfare/sdk\`. All five must answer the same; [the suite](../../testing/api-suite/README.md) says how it is run, also against a service of your own.${looked}${more}`,
    ...sections.map(([name, title]) => {
      const rows = statements.filter(({ section }) => section === name);
      return [`## ${name} ${title}`, '', ...rows.map(lineOf)].join('\n');
    }),
    '## Every documented answer',
    'Every answer in `openapi.yaml`, that is each status and error code of each route, was really given by each of the five.',
  ].join('\n\n')}\n`;
}

function lineOf(statement: Statement): string {
  if ('open' in statement) return `- *Open* (${statement.open}): ${statement.statement}`;
  if ('inside' in statement) return `- *Server* (a mock: ${statement.notInMock}): ${statement.statement}`;
  if ('notStandalone' in statement && statement.notStandalone !== undefined)
    return `- *Not the standalone mock* (${statement.notStandalone}): ${statement.statement}`;
  return `- ${statement.statement}`;
}
