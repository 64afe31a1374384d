import { callJson } from './call-json.ts';

/** Connects the sandbox's WordPress hub with a connect code. Returns the account's id. */
export async function connectHubByCode(request: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
}): Promise<{ accountId: string }> {
  const { baseUrl, apiKey, sandboxUrl } = request;
  const { code } = await callJson<{ code: string }>(`${sandboxUrl}/__sandbox/hub/connect-code`, {
    body: { role: 'wordpress' },
  });
  const { account } = await callJson<{ account: { id: string } }>(`${baseUrl}/api/v1/accounts/connect-hub`, {
    apiKey,
    body: { hubUrl: `${sandboxUrl}/hub/wordpress`, connectCode: code, defaultSpaceSlug: 'news' },
  });
  return { accountId: account.id };
}
