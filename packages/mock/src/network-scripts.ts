import {
  type Platform,
  TARGET_ERROR_CODES,
  TARGET_WARNING_CODES,
  TARGET_WARNINGS,
  type TargetErrorCode,
  type TargetWarning,
  type TargetWarningCode,
} from '@fanfare/contract';
import { checkFields, checkName, checkNumber, checkText, checkTimes } from './check-argument.ts';
import { createScripts } from './scripts.ts';

/**
 * Calls that can be scripted: publishing a post, comment or repost, deleting, and reading metrics.
 */
export type ScriptKind = 'publish' | 'comment' | 'repost' | 'unpublish' | 'metrics';

/** Calls that can be slow. */
export type SlowKind = 'publish' | 'comment' | 'repost';

/** Account that a script applies to, and how often. */
export type ScriptScope = {
  /** Only this account; default: every account of the network. */
  readonly accountId?: string;
  /** The number of times; default 1, `Infinity` for always. */
  readonly times?: number;
};

/** Scope and details of a failure. */
export type FailureScript = ScriptScope & {
  /** The number of calls that succeed first, such as the posts of a chain before it; default 0. */
  readonly skip?: number;
  /** The words of the network, as `networkMessage` of the target. */
  readonly networkMessage?: string;
  /** The network's own code, as `networkCode` of the target. */
  readonly networkCode?: string;
  /** Zero-based index of the media item that caused the failure. */
  readonly mediaIndex?: number;
};

export type Failure = {
  readonly code: TargetErrorCode;
  readonly networkMessage: string | null;
  readonly networkCode: string | null;
  readonly mediaIndex: number | null;
};

/** Scope and text of a warning. */
export type WarningScript = ScriptScope & {
  /** Text of the warning; default: the service's text for the code. */
  readonly message?: string;
};

/** Scripts what one network of the mock does next. */
export type MockNetwork = {
  /**
   * Makes the next target, or the next `times` targets, fail with any documented target error.
   *
   * @example
   * mock.networks.x.failNext('duplicate_content');
   * const { post } = await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: account.id }] });
   * console.log(post.targets[0]?.errorDetail?.code); // duplicate_content
   *
   * mock.networks.linkedin.failNext('network_unavailable', { times: Infinity }); // from now on
   */
  failNext(code: TargetErrorCode, options?: FailureScript): void;
  /**
   * Publishes the next post with a warning: the network publishes the post without something that
   * was requested.
   *
   * @example
   * mock.networks.x.warnNext('alt_text_refused');
   * const { post } = await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: account.id }] });
   * console.log(post.targets[0]?.status, post.targets[0]?.warnings[0]?.code); // published alt_text_refused
   */
  warnNext(code: TargetWarningCode, options?: WarningScript): void;
  /** Makes the next first comment fail; its target stays published. */
  failNextComment(code: TargetErrorCode, options?: FailureScript): void;
  /** Makes the next repost fail. */
  failNextRepost(code: TargetErrorCode, options?: FailureScript): void;
  /** Makes the next removal of a target from its network fail. */
  failNextUnpublish(code: TargetErrorCode, options?: FailureScript): void;
  /** Makes the next read of metrics fail. */
  failNextMetrics(code: TargetErrorCode, options?: FailureScript): void;
  /**
   * Makes the next target take `ms` milliseconds of the mock's time. It is `pending` until then,
   * and the request that publishes it is answered then. After four minutes it fails with
   * `media_processing_timeout`.
   */
  slowNext(ms: number, options?: ScriptScope): void;
  /**
   * Makes the next first comment take `ms` milliseconds of the mock's time. Its target stays
   * `pending` until then, with the `platformPostId`, `url` and `publishedAt` of the post, which is
   * live. After two minutes it fails: `network_unavailable` in `commentError`.
   */
  slowNextComment(ms: number, options?: ScriptScope): void;
  /** Makes the next repost take `ms` milliseconds of the mock's time. */
  slowNextRepost(ms: number, options?: ScriptScope): void;
  /**
   * The network refuses a version of its API from now on: `network.version_ended`, once for each
   * version, in every project with an account there. Nothing else changes.
   *
   * @example
   * mock.networks.linkedin.endVersion('202511', '202610');
   * console.log(mock.events.last('network.version_ended')?.data.network.nextVersion); // 202610
   */
  endVersion(version: string, nextVersion?: string): void;
  /** Removes all scripts that have not happened yet. */
  reset(): void;
};

/** The scripts of one network, and how the mock reads them. */
export type NetworkScripts = Omit<MockNetwork, 'endVersion'> & {
  takeFailure(kind: ScriptKind, accountId: string): Failure | null;
  takeWarning(accountId: string): TargetWarning | null;
  takeDelayMs(of: SlowKind, accountId: string): number;
};

export type Networks = Readonly<Record<Platform, NetworkScripts>>;

const SCOPE = { accountId: checkText, times: checkTimes };
const FAILURE = {
  ...SCOPE,
  skip: checkNumber,
  networkMessage: checkText,
  networkCode: checkText,
  mediaIndex: checkNumber,
};

function createQueue<T>() {
  const scripts = createScripts<{ readonly value: T; readonly only: string | undefined }>();
  return {
    add: (value: T, { accountId, times, skip }: ScriptScope & { readonly skip?: number }) =>
      scripts.add({ value, only: accountId }, times, skip),
    take: (accountId: string): T | null =>
      scripts.take(({ only }) => only === undefined || only === accountId)?.value ?? null,
    clear: scripts.clear,
  };
}

export function createNetworkScripts(): NetworkScripts {
  const failures = {
    publish: createQueue<Failure>(),
    comment: createQueue<Failure>(),
    repost: createQueue<Failure>(),
    unpublish: createQueue<Failure>(),
    metrics: createQueue<Failure>(),
  };
  const warnings = createQueue<TargetWarning>();
  const delays = { publish: createQueue<number>(), comment: createQueue<number>(), repost: createQueue<number>() };
  const slow =
    (kind: SlowKind) =>
    (ms: number, options: ScriptScope = {}): void => {
      checkNumber(`ms of a slow ${kind}`, ms);
      checkFields(`options of a slow ${kind}`, options, SCOPE);
      delays[kind].add(ms, options);
    };
  const fail =
    (kind: ScriptKind) =>
    (code: TargetErrorCode, options: FailureScript = {}): void => {
      checkName(`code of a failing ${kind}`, code, TARGET_ERROR_CODES);
      checkFields(`options of a failing ${kind}`, options, FAILURE);
      const { networkMessage = null, networkCode = null, mediaIndex = null } = options;
      failures[kind].add({ code, networkMessage, networkCode, mediaIndex }, options);
    };
  return {
    failNext: fail('publish'),
    failNextComment: fail('comment'),
    failNextRepost: fail('repost'),
    failNextUnpublish: fail('unpublish'),
    failNextMetrics: fail('metrics'),
    warnNext(code, options = {}) {
      checkName('code of a warning', code, TARGET_WARNING_CODES);
      checkFields('options of a warning', options, { ...SCOPE, message: checkText });
      const { message = TARGET_WARNINGS[code].meaning, ...scope } = options;
      warnings.add({ code, message }, scope);
    },
    slowNext: slow('publish'),
    slowNextComment: slow('comment'),
    slowNextRepost: slow('repost'),
    reset() {
      for (const queue of [...Object.values(failures), ...Object.values(delays), warnings]) queue.clear();
    },
    takeFailure: (kind, accountId) => failures[kind].take(accountId),
    takeWarning: (accountId) => warnings.take(accountId),
    takeDelayMs: (of, accountId) => delays[of].take(accountId) ?? 0,
  };
}
