import type { WireRequest } from '@fanfare/network-conformance/parts';
import { expect } from 'vitest';
import type { HubFixture } from './hub-fixture.ts';

/** Checks that each request with the key went to an origin checked at the connect. */
export function expectKeyAtItsOrigins({ requests, secrets, user, testHub }: HubFixture): void {
  const allowed = new Set([...user.site.keyOrigins, new URL(testHub.url).origin]);
  const strays = requests.filter((request) => holds(request, secrets) && !allowed.has(request.url.origin));
  expect(strays.map(({ method, url }) => `${method} ${url.origin}`)).toEqual([]);
}

function holds({ url, headers, body }: WireRequest, secrets: readonly string[]): boolean {
  const text = `${url.href} ${JSON.stringify(headers)} ${body().toString('latin1')}`;
  return secrets.some((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
}
