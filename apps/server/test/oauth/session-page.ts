import { readFileSync, writeFileSync } from 'node:fs';
import { terminalPicture } from '@fanfare/harness/terminal-picture';

const PAGE = new URL('../../../../docs/oauth.md', import.meta.url);
const PICTURE = new URL('../../../../docs/images/oauth-session.svg', import.meta.url);
const BLOCK = /(<!-- session -->\n\n```text\n)([\s\S]*?)(\n```)/;
const WIDTH = 104;
const MOST_CHARS = 330;

/** Values that are others in each session. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/fanfare_(at|rt)_[\w-]+/g, 'fanfare_$1_…'],
  [/cli_\w{26}/g, 'cli_…'],
  [/((?:code|code_verifier|code_challenge|state)=)[\w.~%-]+/g, '$1…'],
  [/("client_id_issued_at":)\d+/g, '$11795000000'],
];

/** A `fetch` that notes what it sends and gets, as docs/oauth.md shows it. */
export function notingFetch(baseUrl: string): {
  readonly fetch: typeof fetch;
  note(line: string): void;
  text(): string;
} {
  const lines: string[] = [];
  const note = (line: string): void => {
    const plain = SECRETS.reduce((left, [value, shown]) => left.replaceAll(value, shown), line);
    const short = plain
      .replaceAll(baseUrl, 'https://fanfare.example.com')
      .replaceAll(encodeURIComponent(baseUrl), 'https%3A%2F%2Ffanfare.example.com');
    const cut = short.length > MOST_CHARS ? `${short.slice(0, MOST_CHARS)}…` : short;
    lines.push(...(cut.match(new RegExp(`.{1,${WIDTH}}$|.{1,${WIDTH - 1}}[,& ]|.{1,${WIDTH}}`, 'g')) ?? ['']));
  };
  return {
    note,
    text: () => lines.join('\n').trimEnd(),
    async fetch(input, init) {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      const form = init?.body instanceof URLSearchParams ? ` ${init.body}` : '';
      const body = pathname === '/mcp' ? '' : ` ${await response.clone().text()}`;
      const challenge = response.headers.get('WWW-Authenticate');
      note(`> ${init?.method ?? 'GET'} ${pathname}${form}`);
      note(
        `${response.status}${challenge === null ? '' : ` WWW-Authenticate: ${challenge}`}${challenge === null ? body : ''}`,
      );
      note('');
      return response;
    },
  };
}

/** The session that docs/oauth.md shows. */
export const shownSession = (): string | undefined => BLOCK.exec(readFileSync(PAGE, 'utf8'))?.[2];

/** Writes a session into docs/oauth.md, and its picture. */
export function writeSession(text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  if (!BLOCK.test(page)) throw new Error('docs/oauth.md has no place for the session.');
  writeFileSync(
    PAGE,
    page.replace(BLOCK, (_, start, __, end) => `${start}${text}${end}`),
  );
  const coloured = text.replaceAll(/^> .*/gm, (line) => `\u001b[36m${line}\u001b[0m`);
  writeFileSync(PICTURE, terminalPicture(coloured, 'A client of MCP gets a token from Fanfare'));
}
