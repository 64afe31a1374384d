import type { Rule } from './report/check.ts';

const hubConnect =
  (part: string) =>
  (sentence: string): Rule => ({ source: `Hub Connect, ${part}`, sentence });
const overview = hubConnect('Overview');
const discovery = hubConnect('Discovery');
const exchange = hubConnect('Exchange');
const errors = hubConnect('Errors');
const hubs = hubConnect('Rules for hubs');
const clients = hubConnect('Rules for clients');
const guarantee = (sentence: string): Rule => ({ source: 'Fanfare, driver interface', sentence });

/** The sentences behind the checks, word for word from docs/hub-connect.md. */
export const RULES = {
  https: overview('The hub MUST be reached by `https`.'),
  document: discovery('The hub answers 200 with `Content-Type: application/json`'),
  version: discovery('integer; 1 for this page'),
  exchangeOrigin: discovery('absolute URL of the exchange, on the origin of the hub URL; it may have a query'),
  sameForEveryone: discovery('The document is the same for everyone, needs no credential'),
  json: overview('All requests and answers are JSON in UTF-8.'),
  noRedirect: clients('A redirect is an answer without a valid document, or a fault of the hub.'),
  badRequest: errors('the body is not a JSON object, or has no string `code`'),
  refusal: errors('the code is malformed, unknown, used, replaced or expired, or its user may not publish any more'),
  refusalBody: errors('Errors have a body with at least these members.'),
  oneReason: errors('The hub MUST NOT say which of the reasons for `invalid_connect_code` applies.'),
  noCodeInAnswers: hubs('A code, or a part of it, MUST NOT be in a URL, a log, an e-mail or an error.'),
  answer: exchange('The hub answers 200'),
  apiUrl: exchange('where that API is, on the origin of the hub URL'),
  type: exchange('A hub with an API that is not in the table uses a name with a dot, such as `example.org`.'),
  noStore: exchange('The answer MUST have `Cache-Control: no-store`.'),
  userId: exchange('it never changes and is never used again for another user'),
  normalise: hubs('Before it compares, it removes white space and hyphens and changes letters to upper case.'),
  shownAs: hubs('The hub shows a code as four groups of four with hyphens'),
  replaced: hubs('A new code of a user replaces the old one.'),
  once: hubs('with one atomic statement, and goes on only when exactly one row was affected.'),
  used: hubs('The hub consumes the code **before** it makes the key'),
  name: hubs('It MUST NOT refuse a code because of the name'),
  noExpiry: hubs('The key does not expire.'),
  rights: hubs('It needs those to list spaces, upload images and publish.'),
  keyWorks: clients('The client checks the key with a call to the API before it reports success'),
  deletesItself: hubs("Where the hub's API allows, the key can delete itself, so that a client can clean up."),
  limit: hubs('the limit SHOULD NOT be below 30 failed attempts in 10 minutes; successful exchanges do not count.'),
  tooMany: errors('too many attempts; with `Retry-After` in seconds'),
  spaces: guarantee('Spaces are searched by part of their name or slug, in any case, and listed in pages.'),
  publish: guarantee('A target is published whole, in its space, and its address is public.'),
  altTexts: guarantee('Each image of a post carries its alternative text.'),
  lostAnswer: guarantee('A post whose answer was lost is found again, and never made twice.'),
  cleanUp: guarantee('What a failed or unwanted post leaves behind is deleted where the hub allows it.'),
} as const satisfies Readonly<Record<string, Rule>>;
