export type DayScope = 'APPLICATION' | 'MEMBER' | 'APPLICATION_AND_MEMBER';

/** `resource` is `posts`, or `posts.CREATE` for one method of it. */
export type DayLimit = { readonly resource: string; readonly scope: DayScope; readonly limit: number };

export type ProcessingRule = {
  /** The time in which the network processes a file, by the sandbox clock. */
  readonly ms: number;
  /** Instead of `ms`: how many looks still find it in process. */
  readonly looks: number | null;
  readonly outcome: 'available' | 'error' | 'stuck';
};

/** Everything the controls can change. */
export type Settings = {
  activeVersions: ReadonlySet<string>;
  promptNoneNarrows: boolean;
  scopeChangeRevokes: boolean;
  youngTokenMs: number;
  readonly dayLimits: Map<string, DayLimit>;
  /** `{username or *}|{kind}` → rule. */
  readonly processing: Map<string, ProcessingRule>;
  imageUrlLifeMs: number;
  videoUrlLifeMs: number;
  wrongEtags: number;
  quotedEtags: boolean;
  botWalls: number;
  postsWithoutId: number;
  ghostDuplicates: number;
  /** `old`: w_member_social is enough to comment; `new`: only the vetted `_feed` scopes are. */
  commentScopes: 'old' | 'new';
  commentRaces: number;
  /** The result of an unescaped reserved character: `cut` there (seen), or a refusal. */
  malformedText: 'cut' | 'refuse';
  commentRaceAnswer: 'execution' | 'activity';
  /** `full`: the id in every form; `plain`: bare; `empty`: 201, the id in its header. */
  commentAnswer: 'full' | 'plain' | 'empty';
};

const HOUR_MS = 3_600_000;

/**
 * Versions live for a year from their month. Microsoft Learn, LinkedIn marketing migrations table
 * as quoted publicly in 2026-09: 202601 to 202609 were active then, and 202511 went on 2026-11-16.
 * Checked 2026-11.
 */
const activeVersions = ['202601', '202602', '202603', '202604', '202605', '202606', '202607', '202608', '202609'];

export function defaultSettings(): Settings {
  return {
    activeVersions: new Set(activeVersions),
    promptNoneNarrows: true,
    scopeChangeRevokes: false,
    youngTokenMs: 0,
    dayLimits: new Map(),
    processing: new Map(),
    imageUrlLifeMs: 24 * HOUR_MS,
    // "Typically URLs expire 30 days": Microsoft Learn, LinkedIn Videos API, checked 2026-11.
    videoUrlLifeMs: 30 * 24 * HOUR_MS,
    wrongEtags: 0,
    quotedEtags: false,
    botWalls: 0,
    postsWithoutId: 0,
    ghostDuplicates: 0,
    commentScopes: 'old',
    commentRaces: 0,
    malformedText: 'cut',
    commentRaceAnswer: 'execution',
    commentAnswer: 'full',
  };
}
