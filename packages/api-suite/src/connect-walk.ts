import { expect } from 'vitest';
import type { Api, Project } from './api.ts';
import type { ConnectEnd, Consent } from './implementation.ts';

/** Where users are sent back to. */
export const redirectUrl = 'https://app.example.com/connected';

/** Starts a connect and returns its link. */
export const startConnect = async (project: Project, body: object): Promise<string> => {
  const answer = await project.call('POST', '/accounts/connect', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { authUrl: string }).authUrl;
};

/** Where the user was sent: the address, and every parameter in its place. */
export const sentTo = ({ redirectedTo }: ConnectEnd) => ({
  address: redirectedTo && `${redirectedTo.origin}${redirectedTo.pathname}${redirectedTo.hash}`,
  query: [...(redirectedTo?.searchParams ?? [])],
});

/** What `sentTo` gives of a flow that failed for this reason. */
export const failure = (reason: string) => ({
  address: redirectUrl,
  query: [
    ['status', 'error'],
    ['reason', reason],
  ],
});

/** Every account of a project, revoked ones included. */
export const accountsOf = async (project: Project): Promise<unknown> =>
  ((await project.call('GET', '/accounts?includeRevoked=true')).body as { accounts: unknown }).accounts;

/** A page that says the link or state is no good, and redirects nowhere. */
export const expectStateInvalid = ({ redirectedTo, page }: ConnectEnd): void => {
  expect({ redirectedTo, status: page?.status }).toEqual({ redirectedTo: null, status: 400 });
  expect(page?.text).toContain('state_invalid');
};

/** A flow that ends so sends the user back with this reason, stores nothing and uses the link up. */
export async function expectFailure(api: Api, platform: string, consent: Consent, reason: string): Promise<void> {
  const project = await api.project();
  const link = await startConnect(project, { platform, redirectUrl });
  expect(sentTo(await api.walk(link, consent)), platform).toEqual(failure(reason));
  expect(await accountsOf(project)).toEqual([]);
  expectStateInvalid(await api.walk(link, { outcome: 'approve', username: api.newName() }));
}
