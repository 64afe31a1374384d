import type { RuleViolation, TargetRequest } from '@fanfare/contract';
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
    name: 'targets.duplicate',
    summary: 'Two targets with the same account, space, content and media would publish the same post twice.',
  },
] as const;

/** `media.url.private`: judged by the URL. Names are resolved when the file is fetched. */
export function checkMediaAddresses(draft: Draft, isHostAllowed: (url: URL) => boolean): readonly Violation[] {
  return draft.media.flatMap((item, i) =>
    (['url', 'coverUrl'] as const).flatMap((field) => {
      const text = item[field];
      if (text === undefined) return [];
      const url = new URL(text);
      if (!isPrivateUrl(url) || isHostAllowed(url)) return [];
      return [
        {
          rule: 'media.url.private',
          path: `mediaItems[${i}].${field}`,
          message: `${url.host} is a private address. Use a URL that can be reached from the public internet.`,
        },
      ];
    }),
  );
}

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
