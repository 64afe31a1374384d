import type { MediaFileStatus, RuleViolation, TargetRequest } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import type { Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';
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

/** A hosted file as posts use it. */
export type UsableFile = { readonly status: MediaFileStatus; readonly facts: MediaFacts | null };

/** The hosted files of the caller's project. */
export type HostedFiles = {
  /** Whether an address is that of a hosted file, of any project or of none. */
  readonly isHosted: (url: string) => boolean;
  /** Finds a file by its address; undefined for another project's, and for none. */
  readonly find: (url: string) => UsableFile | undefined;
};

/** For a service that hosts none. */
export const NO_HOSTED_FILES: HostedFiles = { isHosted: () => false, find: () => undefined };

/** Judges that hosted files are there and ready. */
export const checkHostedFiles = (draft: Draft, { isHosted, find }: HostedFiles): readonly Violation[] =>
  addressesOf(draft).flatMap(({ address, path }) => {
    if (!isHosted(address)) return [];
    const file = find(address);
    if (!file)
      return [
        {
          rule: 'media.url.unknown',
          path,
          message: 'This project has no such file. Use the `url` of a file that GET /api/v1/media lists.',
        },
      ];
    if (file.status === 'ready') return [];
    const message =
      file.status === 'refused'
        ? 'The file is refused; its `error` says why. Upload another one.'
        : 'The bytes of the file are not here or not checked. Send them, then call POST /api/v1/media/:id/complete.';
    return [{ rule: 'media.url.not_ready', path, message }];
  });

const addressesOf = (draft: Draft) =>
  draft.media.flatMap(({ url, coverUrl }, i) => [
    { address: url, path: `mediaItems[${i}].url` },
    ...(coverUrl === undefined ? [] : [{ address: coverUrl, path: `mediaItems[${i}].coverUrl` }]),
  ]);

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
