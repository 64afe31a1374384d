type Request = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly platform: string;
  readonly profile: string;
  readonly profileId?: string;
};

/**
 * Connects an account the way a person would, over HTTP alone: asks for the link, presses the button on the confirm page, allows the access on the
 * sandbox's consent page, and comes back with the account's id.
 */
export async function connectThroughPages({
  baseUrl,
  apiKey,
  platform,
  profile,
  profileId,
}: Request): Promise<{ accountId: string; username: string }> {
  const redirectUrl = 'http://127.0.0.1/connected';
  const started = await fetch(`${baseUrl}/api/v1/accounts/connect`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform, redirectUrl, ...(profileId !== undefined && { profileId }) }),
  });
  const { authUrl } = (await expectStatus(started, 200, 'asking for the link').json()) as { authUrl: string };

  const pressed = expectStatus(
    await fetch(authUrl, { method: 'POST', redirect: 'manual' }),
    303,
    'pressing the button',
  );
  const cookie = pressed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  const consent = new URL(pressed.headers.get('location')!);
  consent.searchParams.set('sandbox_profile', profile);
  consent.searchParams.set('sandbox_decision', 'allow');
  const allowed = await fetch(consent, { redirect: 'manual' });
  const callback = allowed.headers.get('location');
  if (!callback)
    throw new Error(
      `${platform}: the consent page answered ${allowed.status} and did not come back.\n${await allowed.text()}`,
    );

  const finished = expectStatus(await fetch(callback, { redirect: 'manual', headers: { cookie } }), 303, 'coming back');
  const result = new URL(finished.headers.get('location')!).searchParams;
  if (result.get('status') !== 'success')
    throw new Error(`${platform}: connecting ended with ${result.get('reason')}.`);
  return { accountId: result.get('accountId')!, username: result.get('username')! };
}

function expectStatus(response: Response, status: number, step: string): Response {
  if (response.status !== status)
    throw new Error(`${step} answered ${response.status} instead of ${status} (${response.url}).`);
  return response;
}
