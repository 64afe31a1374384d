import type { Account } from '@fanfare/sdk';

type Example = {
  readonly baseUrl: string;
  /** The key itself, or a variable of the shell. */
  readonly apiKey: string;
  /** Null without an active account. */
  readonly account: Pick<Account, 'id' | 'platform'> | null;
  readonly canPublish: boolean;
};

/** A call to paste: it publishes where the key may and an account exists, else lists accounts. */
export function curlExample({ baseUrl, apiKey, account, canPublish }: Example): string {
  const authorization = `-H "Authorization: Bearer ${apiKey}"`;
  if (account === null || !canPublish) return `curl ${baseUrl}/api/v1/accounts \\\n  ${authorization}`;
  return `curl ${baseUrl}/api/v1/posts \\
  ${authorization} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: hello-$(date +%s)" \\
  -d '{
    "content": "Hello from Fanfare.",
    "platforms": [{ "platform": "${account.platform}", "accountId": "${account.id}" }]
  }'`;
}

/** The same as a program of the SDK. */
export function sdkExample({ baseUrl, apiKey, account, canPublish }: Example): string {
  const key = apiKey.startsWith('$') ? 'process.env.FANFARE_API_KEY' : `'${apiKey}'`;
  const client = `import { Fanfare } from '@fanfare/sdk';

const fanfare = new Fanfare({
  baseUrl: '${baseUrl}',
  apiKey: ${key},
});`;
  if (account === null || !canPublish) return `${client}\nconst { accounts } = await fanfare.accounts.list();`;
  return `${client}
const { post } = await fanfare.posts.create({
  content: 'Hello from Fanfare.',
  platforms: [{ platform: '${account.platform}', accountId: '${account.id}' }],
});
console.log(post.status);`;
}
