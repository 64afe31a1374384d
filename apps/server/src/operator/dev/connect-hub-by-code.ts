/** Connects the sandbox's WordPress hub with a connect code. Returns the account's id. */
export async function connectHubByCode(request: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
}): Promise<{ accountId: string }> {
  const { baseUrl, apiKey, sandboxUrl } = request;
  const { code } = await post<{ code: string }>(`${sandboxUrl}/__sandbox/hub/connect-code`, { role: 'wordpress' });
  const { account } = await post<{ account: { id: string } }>(
    `${baseUrl}/api/v1/accounts/connect-hub`,
    { hubUrl: `${sandboxUrl}/hub/wordpress`, connectCode: code, defaultSpaceSlug: 'news' },
    { Authorization: `Bearer ${apiKey}` },
  );
  return { accountId: account.id };
}

async function post<T>(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`hub: ${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
