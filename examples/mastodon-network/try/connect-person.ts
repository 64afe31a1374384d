import type { Account } from '@fanfare/contract';
import type { Installation } from './start-installation.ts';

type Walk = {
  readonly account: Account | null;
  readonly confirmPage: string;
  readonly result: Readonly<Record<string, string>>;
};

/** Connects a person through the real pages. `as` presses Authorize; nobody presses Deny. */
export async function connectPerson(installation: Installation, as: string): Promise<Walk> {
  const redirectUrl = 'http://127.0.0.1/connected';
  const started = await installation.call<{ authUrl: string }>('POST', '/accounts/connect', {
    platform: 'mastodon',
    redirectUrl,
  });
  const { authUrl } = started.body;
  const opened = await fetch(authUrl);
  const confirmPage = await opened.text();
  const [, formToken = ''] = /name="form_token" value="([^"]*)"/.exec(confirmPage) ?? [];
  // The service accepts the form only from its own page: with the page's cookie and token, and from
  // its origin.
  const pressed = await fetch(authUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(authUrl).origin, cookie: cookiesOf(opened) },
    body: new URLSearchParams({ form_token: formToken }),
  });
  const cookie = cookiesOf(pressed);
  const consent = pressed.headers.get('location') ?? '';
  const decided = await fetch(consent, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ as }) });
  const back = await fetch(decided.headers.get('location') ?? '', { redirect: 'manual', headers: { cookie } });
  const result = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
  const id = result.accountId;
  const account =
    id === undefined ? null : (await installation.call<{ account: Account }>('GET', `/accounts/${id}`)).body.account;
  return { account, confirmPage, result };
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
