import type { CreateRepostBody, CreateRepostResponse, FieldError, Platform } from '@fanfare/contract';
import { summarise } from '@fanfare/rules';
import { POST_URL_READERS } from '../network-rules.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { Project, StoredAccount } from '../world.ts';
import { makeReposts } from './make-reposts.ts';

type Deps = Parameters<typeof makeReposts>[0];

/** One `POST /reposts`. The order of refusals is the one of a publish: shape, accounts, platforms, quota. */
export async function createRepost(
  deps: Deps,
  project: Project,
  body: CreateRepostBody,
): Promise<CreateRepostResponse> {
  const { platform, platformPostId } = readPost(body);
  const accounts = findAccounts(deps, project, body.accountIds);
  const strangers = accounts.flatMap((account, at): FieldError[] => {
    if (account.platform === platform) return [];
    const message = `Account ${account.id} is on ${account.platform}, and the post is on ${platform}.`;
    return [{ path: `accountIds[${at}]`, message, platform, accountId: account.id }];
  });
  refuse('platform_mismatch', strangers);
  return {
    reposts: await makeReposts(
      deps,
      project,
      accounts.map((account) => ({ account, platformPostId })),
    ),
  };
}

function readPost(body: CreateRepostBody): { readonly platform: Platform; readonly platformPostId: string } {
  // The schema lets exactly one of the two forms pass.
  if (body.url === undefined) return { platform: body.platform!, platformPostId: body.platformPostId! };
  const address = new URL(body.url);
  for (const { platform, read } of POST_URL_READERS) {
    const platformPostId = read(address);
    if (platformPostId !== null) return { platform, platformPostId };
  }
  const networks = POST_URL_READERS.map(({ platform }) => platform).join(' or ');
  const message = `This is not a link to a post on ${networks}. Send the address of the post itself, or platform and platformPostId.`;
  throw new RequestRefusal('invalid_request', `url: ${message}`, { details: [{ path: 'url', message }] });
}

function findAccounts({ world }: Deps, project: Project, ids: readonly string[]): readonly StoredAccount[] {
  const found = ids.map((id) => {
    const account = world.accounts.get(id);
    return account?.projectId === project.id ? account : null;
  });
  const missing = ids.flatMap((accountId, at): FieldError[] =>
    found[at]
      ? []
      : [{ path: `accountIds[${at}]`, message: `There is no account ${accountId} in this project.`, accountId }],
  );
  refuse('account_not_found', missing);
  return found.filter((account) => account !== null);
}

function refuse(code: 'account_not_found' | 'platform_mismatch', details: FieldError[]): void {
  if (details.length > 0) throw new RequestRefusal(code, summarise(details), { details });
}
