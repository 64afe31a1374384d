import type { MediaItem, TargetRequest } from '@fanfare/contract';
import type { Account } from '@fanfare/sdk';
import { DELAY_UNITS, type Form, type FurtherComment, type Media, type TargetForm, type Words } from './form.ts';
import { rulesOf } from './network-rules.ts';
import { withoutEmpty } from './options/option-schema.ts';

export type ComposedRequest = { content: string; mediaItems: MediaItem[]; platforms: TargetRequest[] };

/** The create request of a form, without key and time. A hub gets the options of its kind. */
export function toRequest(form: Form, accounts: readonly Account[]): ComposedRequest {
  return {
    content: form.content,
    mediaItems: form.media.map(toItem),
    platforms: form.targets.map((target) =>
      toTarget(form, target, accounts.find(({ id }) => id === target.accountId)?.hub?.type),
    ),
  };
}

function toTarget(
  form: Form,
  { accountId, platform, own, spaceSlug }: TargetForm,
  hubType: string | undefined,
): TargetRequest {
  const words: Words = own ?? form;
  const rules = rulesOf(platform);
  // The form is written once for all networks, so fields that one does not have are left out.
  const comments = rules?.limits.supports.firstComment === true && words.firstComment !== '';
  const has = (name: string): boolean => !rules || Object.hasOwn(rules.options ?? {}, name);
  const isChain = words.thread.length > 0 && has('thread');
  return {
    platform,
    accountId,
    // The first post of a chain stands in the place of the target's own words.
    ...(own && !isChain && { content: own.content, mediaItems: own.media.map(toItem) }),
    ...(comments && { firstComment: words.firstComment }),
    ...(form.aiGenerated && rules?.limits.supports.aiGenerated && { aiGenerated: true }),
    ...(spaceSlug !== null && rules?.limits.supports.spaces && { spaceSlug }),
    ...optionsFor(form, platform, hubType),
    ...(isChain && { thread: [words, ...words.thread].map(toPost) }),
    ...(words.firstComments.length > 0 &&
      has('firstComments') && { firstComments: words.firstComments.map(toComment) }),
    ...(!form.linkCard && rules?.linkCard && { link: 'none' as const }),
  };
}

const toPost = ({ content, media }: Pick<Words, 'content' | 'media'>) => ({
  content,
  ...(media.length > 0 && { mediaItems: media.map(toItem) }),
});

const toComment = ({ content, after, unit }: FurtherComment) => ({
  content,
  ...(after !== '' && { afterSeconds: Number(after) * DELAY_UNITS[unit] }),
});

/**
 * Those that the network has. Where only the server knows that, it names the ones without effect.
 */
function optionsFor({ options }: Form, platform: string, hubType: string | undefined): Partial<TargetRequest> {
  const rules = rulesOf(platform);
  const has = (name: string) => {
    if (!rules) return true;
    // A driver that an installation adds has options that only its server knows.
    if (platform === 'hub' && hubType !== undefined) return name === hubType;
    return Object.hasOwn(rules.options ?? {}, name);
  };
  return withoutEmpty(Object.fromEntries(Object.entries(options).filter(([name]) => has(name)))) ?? {};
}

const toItem = ({ type, url, altText, title = '', coverUrl, thumbOffsetMs }: Media): MediaItem => ({
  type,
  url,
  ...(type !== 'document' && altText.trim() !== '' && { altText }),
  ...(type === 'document' && title.trim() !== '' && { title }),
  ...(type === 'video' && coverUrl !== '' && { coverUrl }),
  ...(type === 'video' && thumbOffsetMs !== '' && { thumbOffsetMs: Number(thumbOffsetMs) }),
});
