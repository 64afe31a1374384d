import {
  type MediaFileStatus,
  type MediaItem,
  type RuleViolation,
  type TargetRequest,
  ThreadSchema,
} from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import type { Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';
import { CONVERSION_FAILED, type Conversion } from './judge-files.ts';
import { isPrivateUrl } from './private-host.ts';

/** Rules that hold on every platform, with their stable names. */
export const REQUEST_RULES = [
  {
    name: 'media.url.private',
    summary: 'Media and cover URLs must not name a private, loopback, link-local or metadata address, nor localhost.',
  },
  {
    name: 'media.url.unknown',
    summary: 'An address of this service names a hosted file of the project.',
  },
  {
    name: 'media.url.not_ready',
    summary: 'A hosted file is `ready` before a post uses it.',
  },
  {
    name: 'media.url.unreachable',
    summary: 'A file can be fetched from its public address; checked by a dry run with `probe`.',
  },
  CONVERSION_FAILED,
  {
    name: 'targets.duplicate',
    summary: 'Two targets with the same account, space, content and media would publish the same post twice.',
  },
] as const;

/** `media.url.private`: judged by the URL. Names are resolved when the file is fetched. */
export const checkMediaAddresses = (draft: Draft, isHostAllowed: (url: URL) => boolean): readonly Violation[] =>
  addressesOf(draft).flatMap(({ address, path }) => {
    const url = new URL(address);
    if (!isPrivateUrl(url) || isHostAllowed(url)) return [];
    const message = `${url.host} is a private address. Use a URL that can be reached from the public internet.`;
    return [{ rule: 'media.url.private', path, message }];
  });

/** A file as posts use it: a hosted one, or one whose public address was read. */
export type UsableFile =
  | { readonly status: MediaFileStatus; readonly facts: MediaFacts | null }
  | { readonly status: 'unreachable'; readonly facts: null; readonly why: string };

/** The hosted files of the caller's project, and what is known of others. */
export type HostedFiles = {
  /** Whether an address is that of a hosted file, of any project or of none. */
  readonly isHosted: (url: string) => boolean;
  /**
   * Finds a file by its address; undefined for another project's, and for one that was not read.
   */
  readonly find: (url: string) => UsableFile | undefined;
  /** Absent where no file is converted. */
  readonly conversion?: Conversion;
};

/** For a service that hosts none. */
export const NO_HOSTED_FILES: HostedFiles = { isHosted: () => false, find: () => undefined };

/** Judges that hosted files are there and ready, and that others could be read. */
export const checkHostedFiles = (draft: Draft, { isHosted, find }: HostedFiles): readonly Violation[] =>
  addressesOf(draft).flatMap(({ address, path }) => {
    const file = find(address);
    const broken = file ? checkUsable(file) : isHosted(address) ? UNKNOWN_FILE : null;
    return broken ? [{ ...broken, path }] : [];
  });

type Broken = Pick<Violation, 'rule' | 'message'>;

const UNKNOWN_FILE: Broken = {
  rule: 'media.url.unknown',
  message: 'This project has no such file. Use the `url` of a file that GET /api/v1/media lists.',
};

function checkUsable(file: UsableFile): Broken | null {
  switch (file.status) {
    case 'ready':
      return null;
    case 'unreachable': {
      const message = `The file could not be fetched: ${file.why}. Use a URL that gives the file itself, to everybody.`;
      return { rule: 'media.url.unreachable', message };
    }
    case 'refused':
      return {
        rule: 'media.url.not_ready',
        message: 'The file is refused; its `error` says why. Upload another one.',
      };
    case 'awaiting_upload':
      return {
        rule: 'media.url.not_ready',
        message:
          'The bytes of the file are not here or not checked. Send them, then call POST /api/v1/media/:id/complete.',
      };
  }
}

type Named = {
  readonly mediaItems: readonly MediaItem[];
  readonly platforms: readonly Pick<TargetRequest, 'mediaItems' | 'thread'>[];
};

/** The addresses that a post uses, each once. Media that every target replaces are not used. */
export const mediaAddressesOf = ({ mediaItems, platforms }: Named): readonly string[] => [
  ...new Set(
    platforms
      .flatMap((target) => [...(target.mediaItems ?? mediaItems), ...mediaOfChain(target)])
      .flatMap(({ url, coverUrl }) => (coverUrl === undefined ? [url] : [url, coverUrl])),
  ),
];

/** The media of a chain; none for one that the rules refuse. */
function mediaOfChain({ thread }: Pick<TargetRequest, 'thread'>): readonly MediaItem[] {
  const parsed = ThreadSchema.safeParse(thread);
  return parsed.success ? parsed.data.flatMap(({ mediaItems = [] }) => mediaItems) : [];
}

const addressesOf = ({ media, options }: Draft) => [
  ...media.flatMap(({ url, coverUrl }, i) => [
    { address: url, path: `mediaItems[${i}].url` },
    ...(coverUrl === undefined ? [] : [{ address: coverUrl, path: `mediaItems[${i}].coverUrl` }]),
  ]),
  ...(options?.captions ?? []).map(({ url }, i) => ({ address: url, path: `captions[${i}].url` })),
];

type TargetAndDraft = {
  readonly request: TargetRequest;
  readonly draft: Draft;
  /** The space in force: named, or the account's default; null for none. */
  readonly space: string | null;
};

/** `targets.duplicate`: named at the later of the two targets. */
export function findDuplicateTargets(targets: readonly TargetAndDraft[]): readonly RuleViolation[] {
  const seen = new Map<string, number>();
  return targets.flatMap(({ request, draft, space }, i) => {
    const identity = JSON.stringify([
      request.accountId,
      space,
      draft.content,
      draft.media.map((item) => [item.type, item.url]),
      draft.options?.thread,
    ]);
    const twin = seen.get(identity);
    seen.set(identity, twin ?? i);
    if (twin === undefined) return [];
    return [
      {
        path: `platforms[${i}]`,
        platform: request.platform,
        accountId: request.accountId,
        rule: 'targets.duplicate',
        message: `platforms[${i}] would publish the same content to the same account as platforms[${twin}]. Remove one of them or change its content.`,
      },
    ];
  });
}
