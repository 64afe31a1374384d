import { ATTEMPT_ERRORS, type AttemptErrorCode, type TestWebhookResponse } from '@fanfare/contract';
import { HOSTILE_ADDRESSES } from '@fanfare/network/testing/hostile-addresses';
import { HOSTILE_FORMS } from '@fanfare/network/testing/hostile-forms';
import { expect } from 'vitest';
import { until } from '../../until.ts';
import type { Canary } from './canary.ts';
import { chunksOf, inParallel } from './in-parallel.ts';
import type { Hook, WebhooksOfFile } from './use-webhooks.ts';

export const PUBLIC = 'https://receiver.example.com/hook';

/** The corpus of the egress guard by its groups, as http and as https. */
export const hostileGroups = (port: number): readonly (readonly string[])[] =>
  [...Object.values(HOSTILE_ADDRESSES), ...Object.values(HOSTILE_FORMS)].map((templates) =>
    templates.flatMap((template) => {
      const url = template.replace('{port}', String(port));
      return url.startsWith('http:') ? [url, url.replace('http:', 'https:')] : [url];
    }),
  );

export const text = (code: AttemptErrorCode) => `${code}: ${ATTEMPT_ERRORS[code]}`;

/**
 * Webhooks of many projects, created with a public address that is then changed behind the API's
 * back.
 */
async function hooksAt(webhooks: WebhooksOfFile, urls: readonly string[]): Promise<readonly (readonly Hook[])[]> {
  return inParallel(chunksOf(urls, 20), async (some) => {
    const project = await webhooks.server.createProject();
    return Promise.all(
      some.map(async (url, n) => {
        const hook = await webhooks.create({ url: `${PUBLIC}?${n}` }, project);
        await webhooks.set(hook, `url = '${url.replaceAll("'", "''")}'`);
        return hook;
      }),
    );
  });
}

type Stored = {
  readonly canary: Canary;
  /** Names that the guard has looked up so far. */
  readonly resolved: ReadonlySet<string>;
  readonly addresses: readonly string[];
  /** They resolve to private addresses. */
  readonly names: readonly string[];
};

/**
 * Neither a test nor a delivery reaches webhooks that are stored with these addresses and names.
 */
export async function expectNothingSent(
  webhooks: WebhooksOfFile,
  { canary, resolved, addresses, names }: Stored,
): Promise<void> {
  const urls = addresses.filter((url) => URL.canParse(url));
  const projects = await hooksAt(webhooks, [...urls, ...names.map((name) => `https://${name}:${canary.port}/`)]);
  // One event of each project goes to all of its webhooks.
  await inParallel(projects, ([first]) => webhooks.event(first!));
  const outcomes = await inParallel(projects.flat(), async (hook) => {
    const path = `/api/v1/webhooks/${hook.webhook.id}/test`;
    const tested = (await hook.project.call<TestWebhookResponse>('POST', path)).body;
    const [delivery] = await until(async () => {
      const deliveries = await webhooks.deliveries(hook);
      return deliveries[0]?.attempts[0] ? deliveries : null;
    });
    const { error, status, response } = delivery!.attempts[0]!;
    return [tested, { delivered: delivery!.status === 'delivered', error, status, response }];
  });
  const nothing = (code: AttemptErrorCode) => ({ delivered: false, error: text(code), status: null, response: null });
  const both = (code: AttemptErrorCode) => [{ ...nothing(code), durationMs: expect.any(Number) }, nothing(code)];
  expect(outcomes).toEqual([
    ...urls.map(() => both('address_not_allowed')),
    ...names.map(() => both('host_not_found')),
  ]);
  // Each was looked up through the guard, and nothing else was.
  expect(resolved).toEqual(new Set(names));
  expect(canary.connections).toBe(0);
}
