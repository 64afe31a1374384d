import { type Fanfare, InsufficientScopeError } from '@fanfare/sdk';

/** The rights of a key, and what it is for. */
export type Identity = {
  /** Null when the service does not say. */
  readonly scope: string | null;
  readonly plan: string;
  readonly accounts: number;
};

/** Reads what the service says about the key. Throws the errors of the SDK. */
export async function readIdentity(fanfare: Fanfare, signal: AbortSignal): Promise<Identity> {
  // The first call alone: a wrong key is refused once.
  const { plan } = await fanfare.usage.get({ signal });
  const [scope, { accounts }] = await Promise.all([readScope(fanfare, signal), fanfare.accounts.list({}, { signal })]);
  return { scope, plan, accounts: accounts.length };
}

/** No call names the scope of a key. One that needs the largest names it when it refuses. */
async function readScope(fanfare: Fanfare, signal: AbortSignal): Promise<string | null> {
  try {
    await fanfare.webhooks.list({ signal });
    return 'all';
  } catch (error) {
    if (!(error instanceof InsufficientScopeError)) throw error;
    return /this key has the scope "(\w+)"/.exec(error.message)?.[1] ?? null;
  }
}
