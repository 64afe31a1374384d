import type { MediaItem, Platform, RuleViolation, TargetRequest, Warning } from '@fanfare/contract';
import { type ContentRules, checkContent } from './content-rules.ts';
import { type TargetCost, targetCost } from './cost.ts';
import { type Draft, toDraft } from './draft.ts';
import { isPrivateHost } from './private-host.ts';
import { type Decision, refuseAll } from './refusal.ts';
import { checkMediaAddresses, findDuplicateTargets } from './request-rules.ts';

/** The part of a create request that admission reads, after its shape was found right. */
export type PostRequest = {
  readonly content: string;
  readonly mediaItems: readonly MediaItem[];
  readonly platforms: readonly TargetRequest[];
};

/** What admission needs to know of an account of the caller's project. */
export type AdmissionAccount = { readonly platform: Platform };

export type Laws = {
  /** Accounts of the caller's project by the id the request uses. An id that is not in the map does not exist for this caller. */
  readonly accounts: ReadonlyMap<string, AdmissionAccount>;
  readonly rulesOf: (platform: Platform) => ContentRules | undefined;
  /** Hosts the operator exempts from the private-address rule. */
  readonly isHostAllowed: (url: URL) => boolean;
};

/** One target as the rules see it. */
export type JudgedTarget = {
  readonly request: TargetRequest;
  readonly draft: Draft;
  readonly cost: TargetCost;
  /** Address of the page that a card will be made for; null for none. */
  readonly linkCard: string | null;
};

export type JudgedPost = {
  readonly targets: readonly JudgedTarget[];
  readonly violations: readonly RuleViolation[];
  readonly warnings: readonly Warning[];
  /** What the whole post reserves. */
  readonly units: number;
};

/**
 * Spec 4.5, steps 2 to 4, over all targets and before any network call: accounts exist, platforms match, content fits. Steps 2 and 3 refuse at
 * once; the violations of step 4 come with the judged post, so that a dry run can show them beside the cost. (Step 1 is the contract's schema,
 * step 5 the quota.)
 *
 * @example
 * const judged = judgePost({ accounts, rulesOf, isHostAllowed: () => false }, request);
 * if (!judged.ok) return judged.refusal; // { code: 'account_not_found', … }
 * if (judged.post.violations.length > 0) return refuse('invalid_post', judged.post.violations);
 */
export function judgePost(laws: Laws, request: PostRequest): Decision<{ readonly post: JudgedPost }> {
  const missing = request.platforms.flatMap(({ accountId }, i) =>
    laws.accounts.has(accountId)
      ? []
      : [
          {
            path: `platforms[${i}].accountId`,
            message: `There is no account ${accountId} in this project.`,
            accountId,
          },
        ],
  );
  if (missing.length > 0) return refuseAll('account_not_found', missing);

  const mismatched = request.platforms.flatMap(({ accountId, platform }, i) => {
    const actual = laws.accounts.get(accountId)!.platform;
    if (actual === platform) return [];
    const message = `Account ${accountId} is on ${actual}, not on ${platform}.`;
    return [{ path: `platforms[${i}].platform`, message, platform, accountId }];
  });
  if (mismatched.length > 0) return refuseAll('platform_mismatch', mismatched);

  const judged = request.platforms.map((target, i) => judgeTarget(laws, request, target, i));
  return {
    ok: true,
    post: {
      targets: judged.map(({ target }) => target),
      violations: [
        ...judged.flatMap(({ violations }) => violations),
        ...findDuplicateTargets(judged.map(({ target, hasSpaces }) => ({ ...target, hasSpaces }))),
      ],
      warnings: judged.flatMap(({ warnings }) => warnings),
      units: judged.reduce((sum, { target }) => sum + target.cost.publish + target.cost.comment, 0),
    },
  };
}

function judgeTarget(laws: Laws, request: PostRequest, target: TargetRequest, index: number) {
  const rules = laws.rulesOf(target.platform);
  if (!rules) throw new Error(`No content rules are registered for ${target.platform}.`);
  const draft = toDraft(request, target);
  const locate = (path: string) => `platforms[${index}].${path}`;
  return {
    target: { request: target, draft, cost: targetCost(draft, rules), linkCard: linkCardOf(laws, draft, rules) },
    hasSpaces: rules.limits.supports.spaces,
    violations: [...checkContent(draft, rules), ...checkMediaAddresses(draft, laws.isHostAllowed)].map(
      ({ path, ...violation }): RuleViolation => ({
        path: locate(path),
        platform: target.platform,
        accountId: target.accountId,
        ...violation,
      }),
    ),
    warnings: rules.warnings(draft).map(({ path, message }): Warning => ({ path: locate(path), message })),
  };
}

/** A page at a private address is not read. */
function linkCardOf({ isHostAllowed }: Laws, draft: Draft, rules: ContentRules): string | null {
  const link = rules.linkCard?.(draft) ?? null;
  if (link === null) return null;
  const url = new URL(link);
  return isPrivateHost(url.hostname) && !isHostAllowed(url) ? null : link;
}
