import { isSameOrigin } from '@fanfare/hub';
import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { describeAnswer, isJson, isRedirect, readRefusal } from './describe-answer.ts';
import type { Wire } from './wire.ts';

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

type Document = { readonly version?: unknown; readonly exchange?: unknown };

/** Reads the discovery document. Returns the address of the exchange, or null. */
export async function checkDiscovery(
  { url, recorder }: KitRun,
  wire: Wire,
  { hasGivenKey }: { readonly hasGivenKey: boolean },
): Promise<string | null> {
  recorder.section('Discovery');
  await recorder.check({ name: 'the hub URL has https', rule: RULES.https, expected: 'an address with https' }, () => {
    const { protocol, hostname } = new URL(url);
    if (protocol === 'https:') return passed();
    return LOOPBACK.test(hostname) ? skipped('the hub runs on this machine') : failed(`an address with ${protocol}`);
  });

  let answer: Answer | undefined;
  let fallback = null as string | null;
  await recorder.check(
    { name: 'the discovery document is there', rule: RULES.document, expected: '200 and a JSON object, no redirect' },
    async () => {
      answer = await wire.readDocument();
      if (documentOf(answer) !== null) return passed();
      fallback = isRedirect(answer) ? null : await findFallback(url, wire);
      if (fallback === null && hasGivenKey) return skipped('the hub has no Hub Connect, and a key was given');
      if (fallback === null) return failed(describeAnswer(answer));
      return skipped('the web server does not pass the path on to WordPress, and the address for WordPress works');
    },
  );
  if (fallback !== null) return fallback;
  const document = answer && documentOf(answer);
  if (!document) return null;

  const { version, exchange } = document;
  const isKnown = await recorder.check({ name: 'its version is 1', rule: RULES.version, expected: 'version: 1' }, () =>
    version === 1 ? passed() : failed(`version: ${JSON.stringify(version)}`),
  );
  const isNear = await recorder.check(
    {
      name: 'its exchange is an address on the origin of the hub URL',
      rule: RULES.exchangeOrigin,
      expected: `an absolute URL on ${new URL(url).origin}`,
    },
    () => {
      const is = typeof exchange === 'string' && URL.canParse(exchange) && isSameOrigin(exchange, url);
      return is ? passed() : failed(JSON.stringify(exchange) ?? 'no exchange');
    },
  );
  await recorder.check(
    { name: 'it is the same when it is read again', rule: RULES.sameForEveryone, expected: 'the same document' },
    async () => {
      const again = await wire.readDocument();
      return again.text === answer?.text ? passed() : failed(describeAnswer(again));
    },
  );
  return isKnown && isNear && typeof exchange === 'string' ? exchange : null;
}

function documentOf(answer: Answer): Document | null {
  const { json } = answer;
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return answer.status === 200 && isJson(answer) && isObject ? json : null;
}

/** The address of hubs without a discovery document: the plugin for WordPress. */
async function findFallback(url: string, wire: Wire): Promise<string | null> {
  const address = `${url}/?rest_route=/hub-connect/v1/exchange`;
  const answer = await wire.exchange(address, 'the exchange of WordPress without a code', {});
  return answer.status === 400 && readRefusal(answer) !== null ? address : null;
}
