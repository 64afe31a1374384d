import { signIn } from './sign-in.ts';
import type { Login } from './users.ts';

/** Generates a connect code in the profile, as a person does. Throws without a button. */
export async function makeConnectCode(url: string, user: Login): Promise<string> {
  const session = await signIn(url, user);
  const profile = await session.get('/wp-admin/profile.php');
  const [, nonce] = /hubConnectProfile = \{"nonce":"(\w+)"/.exec(profile) ?? [];
  if (nonce === undefined) throw new Error(`The profile of ${user.username} offers no connect code.`);
  const answer = await session.post('/wp-admin/admin-ajax.php', {
    action: 'hub_connect_create_code',
    _ajax_nonce: nonce,
  });
  const { data } = (await answer.json()) as { data: { code: string } };
  return data.code;
}
