import type { RealWordpress, Role } from '../src/index.ts';

/** Names of the application passwords of a user, oldest first. */
export async function applicationPasswords(wordpress: RealWordpress, role: Role): Promise<string[]> {
  const { id } = wordpress.users[role];
  return JSON.parse(
    await wordpress.run(
      `echo json_encode( array_column( WP_Application_Passwords::get_user_application_passwords( ${id} ), 'name' ) );`,
    ),
  );
}

/** Returns the user that a key belongs to, as the REST API answers it. */
export async function whoAmI(
  wordpress: RealWordpress,
  username: string,
  key: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const authorization = `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`;
  const answer = await fetch(`${wordpress.url}/?rest_route=/wp/v2/users/me&context=edit`, {
    headers: { authorization },
  });
  return { status: answer.status, body: await answer.json() };
}
