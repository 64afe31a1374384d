import { expect } from 'vitest';
import type { Api, Project } from './api.ts';
import type { ConnectEnd, Consent, WireAnswer } from './implementation.ts';

/** The address to which users are sent back. */
export const redirectUrl = 'https://app.example.com/connected';

/** Starts a connect and returns its link. */
export const startConnect = async (project: Project, body: object): Promise<string> => {
  const answer = await project.call('POST', '/accounts/connect', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { authUrl: string }).authUrl;
};

/** The form that a browser sends when the button of a link's page is pressed. */
export type Form = {
  readonly path: string;
  /** The hidden field of the form. */
  readonly body: string;
  /** Without a content type. */
  readonly headers: readonly (readonly [name: string, value: string])[];
};

/** Opens the page of a link as a browser does, and gives what its button sends. */
export async function openForm(api: Pick<Api, 'send' | 'baseUrl'>, link: string): Promise<Form> {
  const path = new URL(link).pathname;
  const page = await api.send({ method: 'GET', path });
  const token = /<input type="hidden" name="form_token" value="([\w-]{43})">/.exec(String(page.body))?.[1] ?? '';
  const cookies = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const origin = ['Origin', new URL(api.baseUrl).origin] as const;
  return {
    path,
    body: `form_token=${token}`,
    headers: cookies.length === 0 ? [origin] : [origin, ['Cookie', cookies.join('; ')]],
  };
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Presses the button of a page that was opened. */
export const pressButton = (api: Pick<Api, 'send'>, form: Form, type = FORM_TYPE): Promise<WireAnswer> =>
  api.send({ method: 'POST', path: form.path, headers: [...form.headers, ['Content-Type', type]], body: form.body });

/** The address to which the user was sent, and every parameter of it. */
export const sentTo = ({ redirectedTo }: ConnectEnd) => ({
  address: redirectedTo && `${redirectedTo.origin}${redirectedTo.pathname}${redirectedTo.hash}`,
  query: [...(redirectedTo?.searchParams ?? [])],
});

/** The result of `sentTo` for a flow that failed for this reason. */
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

/**
 * A flow that ends so sends the user back with this reason, stores nothing and uses the link up.
 */
export async function expectFailure(api: Api, platform: string, consent: Consent, reason: string): Promise<void> {
  const project = await api.project();
  const link = await startConnect(project, { platform, redirectUrl });
  expect(sentTo(await api.walk(link, consent)), platform).toEqual(failure(reason));
  expect(await accountsOf(project)).toEqual([]);
  expectStateInvalid(await api.walk(link, { outcome: 'approve', username: api.newName() }));
}
