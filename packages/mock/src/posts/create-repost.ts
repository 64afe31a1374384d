import type { CreateRepostBody, CreateRepostResponse, FieldError, Platform } from '@fanfare/contract';
import { namePost, summarise } from '@fanfare/rules';
import { POST_NAMES } from '../network-rules.ts';
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
  const post = namePost(POST_NAMES, body);
  if (post.ok) return post;
  throw new RequestRefusal(post.refusal);
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
  if (details.length > 0) throw new RequestRefusal({ code, message: summarise(details), details });
}
