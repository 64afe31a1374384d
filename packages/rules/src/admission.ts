import {
  type FieldError,
  type HubType,
  LIMITS,
  type MediaItem,
  type Platform,
  type RuleViolation,
  type TargetRequest,
  type Warning,
} from '@fanfare/contract';
import { type ContentRules, checkContent, type Violation } from './content-rules.ts';
import { type TargetCost, targetCost, unitsOf } from './cost.ts';
import { askedOptions, type Draft, toDraft } from './draft.ts';
import { checkComment, checkFollowUps, type FollowUp, followUpsOf, placeOf, warnOfComments } from './follow-ups.ts';
import { invalidRequest } from './invalid-request.ts';
import { type Conversion, type ConvertedUse, type JudgedFiles, judgeFiles, NOT_CONVERTED } from './judge-files.ts';
import { judgeOptions } from './judge-options.ts';
import { isPrivateUrl } from './private-host.ts';
import { type Decision, type Refused, refuse, refuseAll, refuseField } from './refusal.ts';
import { checkHostedFiles, checkMediaAddresses, findDuplicateTargets, type HostedFiles } from './request-rules.ts';

/** The part of a create request that admission reads, after its shape was found right. */
export type PostRequest = {
  readonly content: string;
  readonly mediaItems: readonly MediaItem[];
  readonly platforms: readonly TargetRequest[];
  /** ISO 8601; without it the post is published at once. */
  readonly publishAt?: string | undefined;
  /** False switches the conversion of hosted images off. */
  readonly convert?: boolean | undefined;
};

/** The facts of an account of the caller's project. */
export type AdmissionAccount = {
  readonly platform: Platform;
  readonly platformUserId?: string;
  readonly subscription?: string | null;
  readonly hub?: {
    readonly type: HubType;
    /** The space of targets that name none; null for the hub's default. */
    readonly defaultSpaceSlug: string | null;
  } | null;
};

/** The facts that a request is judged by. */
export type AdmissionContext = {
  /** Accounts of the project by the id of the request. Others do not exist for the caller. */
  readonly accounts: ReadonlyMap<string, AdmissionAccount>;
  readonly rulesOf: (platform: Platform) => ContentRules | undefined;
  /** Hosts the operator exempts from the private-address rule. */
  readonly isHostAllowed: (url: URL) => boolean;
  readonly hosted: HostedFiles;
  readonly now: Date;
};

/** One target as the rules see it. */
export type JudgedTarget = {
  readonly request: TargetRequest;
  readonly draft: Draft;
  readonly cost: TargetCost;
  /** Address of the page that a card will be made for; null for none. */
  readonly linkCard: string | null;
  /** Hosted images that the platform gets in another form. */
  readonly conversions: readonly ConvertedUse[];
  /** The posts that follow its first, each at its cost in `cost.followUps`. */
  readonly followUps: readonly FollowUp[];
};

export type JudgedPost = {
  readonly targets: readonly JudgedTarget[];
  readonly violations: readonly RuleViolation[];
  readonly warnings: readonly Warning[];
  /** The units that the whole post reserves. */
  readonly units: number;
};

export type Judgement = Decision<{ readonly post: JudgedPost }>;

/**
 * Spec 4.5, steps 1 to 4, over all targets and before any network call: the time is to come,
 * accounts exist, platforms match, content fits. Steps 1 to 3 refuse at once, as does a field that
 * the block of a platform does not have; the violations of
 * step 4 come with the judged post, so that a dry run can show them beside the cost. (The shape is
 * the contract's, step 5 is the quota.)
 *
 * @example
 * const judged = requireValid(judgePost({ accounts, rulesOf, isHostAllowed: () => false, now: new Date() }, request));
 * return judged.ok ? record(judged.post) : judged; // { ok: false, refusal: { code: 'invalid_post', … } }
 */
export function judgePost(context: AdmissionContext, request: PostRequest): Judgement {
  const past = refusePast(request.publishAt, context.now);
  if (past) return past;
  const ids = request.platforms.map(({ accountId }) => accountId);
  const unknown = findUnknownAccounts(context.accounts, ids, (i) => `platforms[${i}].accountId`);
  if (unknown.length > 0) return refuseAll('account_not_found', unknown);

  const mismatched = request.platforms.flatMap(({ accountId, platform }, i) => {
    const actual = context.accounts.get(accountId)!.platform;
    if (actual === platform) return [];
    const message = `Account ${accountId} is on ${actual}, not on ${platform}.`;
    return [{ path: `platforms[${i}].platform`, message, platform, accountId }];
  });
  if (mismatched.length > 0) return refuseAll('platform_mismatch', mismatched);

  const judged = request.platforms.map((target, i) => judgeTarget(context, request, target, i));
  const unknownOptions = judged.flatMap(({ unknownOptions }) => unknownOptions);
  if (unknownOptions.length > 0) return refuse(invalidRequest(unknownOptions));
  return {
    ok: true,
    post: {
      targets: judged.map(({ target }) => target),
      violations: [
        ...judged.flatMap(({ violations }) => violations),
        ...findDuplicateTargets(judged.map(({ target, space }) => ({ ...target, space }))),
      ],
      warnings: judged.flatMap(({ warnings }) => warnings),
      units: judged.reduce((sum, { target }) => sum + unitsOf(target.cost), 0),
    },
  };
}

/** Refuses a judged post whose content breaks rules. */
export const requireValid = <T extends Judgement>(judged: T): T | Refused =>
  judged.ok && judged.post.violations.length > 0 ? refuseAll('invalid_post', judged.post.violations) : judged;

function refusePast(publishAt: string | undefined, now: Date): Refused | null {
  if (publishAt === undefined || Date.parse(publishAt) >= now.getTime() - LIMITS.publishAtToleranceMs.value)
    return null;
  return refuseField(
    'publishAt',
    `publishAt is in the past (it is ${now.toISOString()} now). Send a time in the future, or leave it out to publish at once.`,
  );
}

/** The ids of a request that name no account of the caller's project, each at its path. */
export const findUnknownAccounts = (
  accounts: ReadonlyMap<string, unknown>,
  ids: readonly string[],
  pathOf: (index: number) => string,
): readonly FieldError[] =>
  ids.flatMap((accountId, i) => {
    const message = `There is no account ${accountId} in this project.`;
    return accounts.has(accountId) ? [] : [{ path: pathOf(i), message, accountId }];
  });

function judgeTarget(context: AdmissionContext, request: PostRequest, target: TargetRequest, index: number) {
  const rules = context.rulesOf(target.platform);
  if (!rules) throw new Error(`No content rules are registered for ${target.platform}.`);
  const author = context.accounts.get(target.accountId);
  const asked = judgeOptions(askedOptions(target), rules, author);
  const draft = toDraft(request, target, asked.options);
  const followUps = followUpsOf(draft, rules);
  const judge = (one: Draft, place: (path: string) => string) =>
    judgeContent(context, request, { draft: one, rules, author, place });
  const judged = [
    judge(draft, draft.options?.thread ? placeInHead : (path) => path),
    ...followUps
      .filter(({ kind }) => kind === 'thread')
      .map((one) => judge(one.draft, (path) => `${placeOf(one)}.${path}`)),
  ];
  const comments = followUps.filter(({ kind }) => kind === 'comment');
  const locate = (path: string) => `platforms[${index}].${path}`;
  const broken = [
    ...judged.flatMap(({ content }) => content.violations),
    ...comments.flatMap((one) => checkComment(draft, one, rules)),
    ...asked.violations,
    ...checkFollowUps(draft, target, rules),
    ...judged.flatMap(({ files }) => files.violations),
  ];
  const warnings = [
    ...judged.flatMap(({ content }) => content.warnings),
    ...asked.warnings,
    ...warnOfComments(draft, rules),
    ...judged.flatMap(({ files }) => files.warnings),
  ];
  return {
    target: {
      ...{ request: target, draft, cost: targetCost(draft, rules), linkCard: linkCardOf(context, draft, rules) },
      ...{ conversions: judged.flatMap(({ files }) => files.conversions), followUps },
    },
    space: rules.limits.supports.spaces
      ? (draft.spaceSlug ?? context.accounts.get(target.accountId)?.hub?.defaultSpaceSlug ?? null)
      : null,
    violations: broken.map(
      ({ path, ...violation }): RuleViolation => ({
        path: locate(path),
        platform: target.platform,
        accountId: target.accountId,
        ...violation,
      }),
    ),
    unknownOptions: asked.unknown.map(({ path, message }): FieldError => ({ path: locate(path), message })),
    warnings: warnings.map(({ path, message }): Warning => ({ path: locate(path), message })),
  };
}

type Content = {
  readonly draft: Draft;
  readonly rules: ContentRules;
  readonly author: AdmissionAccount | undefined;
  /** The place of a path of the draft in the target. */
  readonly place: (path: string) => string;
};

/** One post by the rules of its platform, with its files. */
function judgeContent(context: AdmissionContext, request: PostRequest, { draft, rules, author, place }: Content) {
  const files = judgeFilesOf(context, request, draft, rules);
  const placed = <T extends { readonly path: string }>(found: readonly T[]): readonly T[] =>
    found.map((one) => ({ ...one, path: place(one.path) }));
  return {
    content: {
      violations: placed(checkContent(draft, rules, author)),
      warnings: placed(rules.warnings(draft, author)),
    },
    files: {
      violations: placed([...checkAddresses(context, draft), ...files.violations]),
      warnings: placed(files.warnings),
      conversions: placed(files.conversions),
    },
  };
}

/** Places what is said about the first post of a chain; the rest is said of the target. */
const placeInHead = (path: string): string => (/^(?:content|mediaItems)\b/.test(path) ? `thread[0].${path}` : path);

const checkAddresses = ({ isHostAllowed, hosted }: AdmissionContext, draft: Draft): readonly Violation[] =>
  checkMediaAddresses(draft, (url) => isHostAllowed(url) || hosted.isHosted(url.href));

/** Files that cannot be used are not judged further. */
function judgeFilesOf(
  { hosted }: AdmissionContext,
  { convert }: PostRequest,
  draft: Draft,
  rules: ContentRules,
): JudgedFiles {
  const violations = checkHostedFiles(draft, hosted);
  if (violations.length > 0) return { violations, warnings: [], conversions: [] };
  const { conversion } = hosted;
  const asked: Conversion | undefined =
    conversion && convert === false ? { offFor: () => NOT_CONVERTED.switchedOff } : conversion;
  return judgeFiles(draft, rules, (url) => hosted.find(url)?.facts ?? null, asked);
}

/** A page at a private address is not read. */
function linkCardOf({ isHostAllowed }: AdmissionContext, draft: Draft, rules: ContentRules): string | null {
  const link = rules.linkCard?.(draft) ?? null;
  if (link === null) return null;
  const url = new URL(link);
  return isPrivateUrl(url) && !isHostAllowed(url) ? null : link;
}
