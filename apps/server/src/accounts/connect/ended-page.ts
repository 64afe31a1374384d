import { failedPage, type HtmlPage } from '@fanfare/rules';
import type { Request } from 'express';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { readCookie } from '../../http/secret-cookie.ts';
import { hashToken } from '../../http/token.ts';
import { findAccount } from '../accounts.table.ts';
import { browserCookie } from './browser-binding.ts';
import type { ConnectAttempt } from './connect-attempts.table.ts';
import { alreadyConnectedPage } from './connect-pages.ts';

type Deps = { readonly db: Database; readonly networks: Networks; readonly baseUrl: string };

/** The page of a link or callback that is over. Only the connecting browser sees the account. */
export async function endedPage(deps: Deps, req: Request, attempt: ConnectAttempt | null): Promise<HtmlPage> {
  if (!attempt) return failedPage('state_invalid');
  const account = isOfBrowser(deps, req, attempt) ? await connectedAccount(deps, attempt) : null;
  if (account?.status !== 'active') return failedPage('state_invalid', attempt.redirectUrl);
  return alreadyConnectedPage(deps.networks.nameOf(attempt.platform), account.username, attempt.redirectUrl);
}

function isOfBrowser(deps: Deps, req: Request, { browserSha256 }: ConnectAttempt): boolean {
  const browser = readCookie(req, browserCookie(deps.baseUrl));
  return browser !== null && browserSha256?.equals(hashToken(browser)) === true;
}

const connectedAccount = async ({ db }: Deps, { projectId, accountId }: ConnectAttempt) =>
  accountId === null ? null : findAccount(db, projectId, accountId);
