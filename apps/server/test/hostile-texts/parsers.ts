import {
  type Answer,
  type ErrorRow,
  type ErrorTable,
  parseJson,
  redact,
  retryAfterMs,
  toNetworkError,
} from '@fanfare/network';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { threadsRules } from '@fanfare/network-threads/rules';
import { readPostUrl } from '@fanfare/network-x/read-post-url';
import { xRules } from '@fanfare/network-x/rules';
import {
  bearerKey,
  checkContent,
  firstLink,
  isRequestId,
  isUtf8,
  judgeHubAddress,
  noSuchRoute,
  PAGES,
} from '@fanfare/rules';
import { MICROPUB_ERRORS } from '../../../../packages/hubs/micropub/src/error-table.ts';
import { findEndpoints } from '../../../../packages/hubs/micropub/src/find-endpoint.ts';
import { WORDPRESS_ERRORS } from '../../../../packages/hubs/wordpress/src/error-table.ts';
import { toPostBody } from '../../../../packages/hubs/wordpress/src/to-post-body.ts';
import { parsePage } from '../../../../packages/networks/adapter/src/parse-page.ts';
import { LINKEDIN_ERRORS } from '../../../../packages/networks/linkedin/src/error-table.ts';
import { readLittleText, toLittleText } from '../../../../packages/networks/linkedin/src/little-text.ts';
import { TABLES } from '../../../../packages/networks/meta/src/graph-errors.ts';
import { X_ERRORS } from '../../../../packages/networks/x/src/error-table.ts';
import { isSameText } from '../../../../packages/networks/x/src/same-text.ts';
import { loggedPath } from '../../src/api/request-log.ts';
import { readMailAddress } from '../../src/config/mail-address.ts';
import { readNextPath } from '../../src/http/next-path.ts';
import { browserName, MAX_USER_AGENT } from '../../src/people/sign-in/browser-name.ts';
import { createLogger } from '../../src/process/log/log.ts';

export type Parser = { readonly name: string; readonly chars: number; readonly parse: (text: string) => unknown };

/**
 * The longest that each of them gets: an answer of a network, a page, a request line or header, a
 * text of a post, an address.
 */
const ANSWER = 1024 * 1024;
const PAGE = 512 * 1024;
const HEADER = 16 * 1024;
const CONTENT = 10_000;
const URL_CHARS = 2_048;

const log = createLogger('info', () => undefined);
const known = noSuchRoute(PAGES);
const answerOf = (text: string, headers: Answer['headers'] = {}): Answer => ({
  status: 400,
  headers,
  text,
  json: parseJson(text),
});

/** A refusal whose words are the text, and one that is the text alone. */
function refusedBy<Row extends ErrorRow>(name: string, table: ErrorTable<Row>): readonly Parser[] {
  const call = { on: 'post' as never, effect: 'public', now: 0, secrets: ['a-key-of-the-call'] } as const;
  const bodies: readonly ((text: string) => string)[] = [
    (text) => text,
    (message) =>
      JSON.stringify({ message, detail: message, title: message, error: { message }, error_description: message }),
  ];
  return bodies.map((toBody, at) => ({
    name: `a refusal of ${name}${at === 0 ? '' : ', in JSON'}`,
    chars: at === 0 ? ANSWER : ANSWER / 32,
    parse: (text) => toNetworkError(table, answerOf(toBody(text)), call),
  }));
}

const draft = (content: string) => ({ content, media: [], firstComment: content, aiGenerated: false, spaceSlug: null });
const page = new URL('https://page.example/');
const quietly = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch {
    return null;
  }
};

/** Everything that reads text from outside. */
export const PARSERS: readonly Parser[] = [
  { name: 'redact, an error text', chars: 300_000, parse: (text) => redact(text) },
  { name: 'redact, without a limit', chars: 300_000, parse: (text) => redact(text, Number.POSITIVE_INFINITY) },
  { name: 'a line of the log', chars: 32_000, parse: (text) => log.info({ given: text }, text) },
  { name: 'a logged error', chars: 300_000, parse: (text) => log.error({ err: new Error(text) }, 'failed') },
  { name: 'a logged path', chars: HEADER, parse: (text) => loggedPath(`/${text}`) },
  { name: 'a page behind a link', chars: PAGE, parse: (text) => parsePage(text, page) },
  {
    name: 'a page of a Micropub server',
    chars: ANSWER,
    parse: (text) => findEndpoints(micropubOf(text, ''), page.href),
  },
  { name: 'a Link header', chars: HEADER, parse: (text) => findEndpoints(micropubOf('', text), page.href) },
  { name: 'JSON of a network', chars: ANSWER, parse: (text) => parseJson(text) },
  { name: 'Retry-After', chars: HEADER, parse: (text) => retryAfterMs({ 'retry-after': text, date: text }, 0) },
  ...refusedBy('X', X_ERRORS),
  ...refusedBy('LinkedIn', LINKEDIN_ERRORS),
  ...refusedBy('Instagram', TABLES.Instagram),
  ...refusedBy('WordPress', WORDPRESS_ERRORS),
  ...refusedBy('Micropub', MICROPUB_ERRORS),
  { name: 'a text that X gives back', chars: CONTENT, parse: (text) => isSameText({ id: '1', text }, text) },
  { name: 'a text that LinkedIn gives back', chars: ANSWER / 4, parse: readLittleText },
  { name: 'a text for LinkedIn', chars: CONTENT, parse: toLittleText },
  { name: 'a text for WordPress', chars: CONTENT, parse: (text) => toPostBody(text, []) },
  { name: 'the first link of a text', chars: CONTENT, parse: firstLink },
  ...[xRules, linkedinRules, instagramRules, threadsRules].map((rules) => ({
    name: `the rules of ${rules.platform}`,
    chars: CONTENT,
    parse: (text: string) => [checkContent(draft(text), rules), rules.units(draft(text))],
  })),
  {
    name: 'an address of a post',
    chars: URL_CHARS,
    parse: (text) => quietly(() => readPostUrl(new URL(text, 'https://x.com'))),
  },
  { name: 'an address of a hub', chars: URL_CHARS, parse: (text) => quietly(() => judgeHubAddress(text, () => false)) },
  { name: 'an address of a mail', chars: HEADER, parse: readMailAddress },
  { name: 'a browser', chars: MAX_USER_AGENT, parse: browserName },
  { name: 'where a sign-in leads', chars: HEADER, parse: readNextPath },
  { name: 'a path without a route', chars: HEADER, parse: (text) => known('GET', `/connect/${text}`) },
  { name: 'an Authorization header', chars: HEADER, parse: bearerKey },
  { name: 'an X-Request-Id header', chars: HEADER, parse: isRequestId },
  { name: 'a Content-Type header', chars: HEADER, parse: isUtf8 },
];

function micropubOf(text: string, link: string): Parameters<typeof findEndpoints>[0] {
  const http = async (): Promise<Answer> => ({ status: 200, headers: { link }, text, json: undefined });
  return { http, clock: { now: () => 0 }, signal: new AbortController().signal } as never;
}
