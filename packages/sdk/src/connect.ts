import type { ConnectFailureReason, OAuthPlatform } from './types.gen.ts';

/** The user came back with an account. */
export type ConnectSucceeded = {
  /** The account is connected. */
  status: 'success';
  /** The account; for LinkedIn the personal profile, company pages are in `accounts.list`. */
  accountId: string;
  /** Network of the account. */
  platform: OAuthPlatform;
  /** Name of the account on the network. */
  username: string;
};

/** The user came back without an account. */
export type ConnectFailed = {
  /** No account was connected. */
  status: 'error';
  /** Reason that it failed; a newer server may give reasons that are not listed. */
  reason: ConnectFailureReason | (string & {});
};

/** The end of a connect flow, read from the address to which the user came back. */
export type ConnectOutcome = ConnectSucceeded | ConnectFailed;

/** For the page to which the user comes back from connecting an account. */
export const connect = {
  /**
   * Reads the address to which the user came back, absolute or as a path; null when it is not from
   * a connect flow.
   *
   * Anybody can open such an address: put a secret of the user’s session into `redirectUrl`, check
   * that it comes back, and read the account with `accounts.get` before trusting it.
   *
   * @example
   * const outcome = connect.parseRedirect('/connected?status=success&accountId=acc_1&platform=x&username=ada');
   * if (outcome?.status === 'success') console.log(outcome.platform, outcome.username); // x ada
   */
  parseRedirect(url: string | URL): ConnectOutcome | null {
    const query = new URL(url, 'http://localhost').searchParams;
    const status = query.get('status');
    const [reason, accountId, platform, username] = ['reason', 'accountId', 'platform', 'username'].map((name) =>
      query.get(name),
    );
    if (status === 'error' && reason) return { status, reason };
    if (status !== 'success' || !accountId || !platform || username == null) return null;
    return { status, accountId, platform: platform as OAuthPlatform, username };
  },
} as const;
