import type { Login } from './users.ts';

/** A browser session of a user, without a browser. */
export type Session = {
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  get(path: string): Promise<string>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
};

/** Signs a user in with the form of WordPress. */
export async function signIn(url: string, user: Login): Promise<Session> {
  const answer = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP+Cookie+check' },
    body: new URLSearchParams({ log: user.username, pwd: user.password, testcookie: '1' }),
  });
  await answer.body?.cancel();
  if (answer.status !== 302) throw new Error(`${user.username} could not sign in to ${url}: ${answer.status}.`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value };
  });
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    cookies,
    async get(path) {
      const page = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
      return page.text();
    },
    post: (path, fields) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) }),
  };
}
