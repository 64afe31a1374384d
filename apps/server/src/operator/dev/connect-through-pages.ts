import { walkConnect } from '@fanfare/sandbox/walk-connect';
import { callJson } from './call-json.ts';

type Request = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly platform: string;
  readonly profile: string;
  readonly profileId?: string;
};

/** Connects an account of a sandbox person through the real pages. Returns the account's id. */
export async function connectThroughPages(request: Request): Promise<{ accountId: string; username: string }> {
  const { baseUrl, apiKey, platform, profile, profileId } = request;
  const redirectUrl = 'http://127.0.0.1/connected';
  const { authUrl } = await callJson<{ authUrl: string }>(`${baseUrl}/api/v1/accounts/connect`, {
    apiKey,
    body: { platform, redirectUrl, ...(profileId !== undefined && { profileId }) },
  });
  const result = await walkConnect({ authUrl, redirectUrl, profile });
  if (result.get('status') !== 'success')
    throw new Error(`${platform}: connecting ended with ${result.get('reason')}.`);
  return { accountId: result.get('accountId')!, username: result.get('username')! };
}
