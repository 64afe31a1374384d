import type { Draft } from '@fanfare/app-contract';
import { MEDIA_TYPES, TARGET_OPTIONS } from '@fanfare/contract';
import type { Account } from '@fanfare/sdk';
import { readLocalTime, toLocalText } from '../../frame/local-time.ts';
import {
  EMPTY_FORM,
  EMPTY_WORDS,
  type Form,
  type Media,
  newChainPost,
  newComment,
  newMedia,
  plainWords,
  readForm,
  type TargetForm,
  type Words,
} from './form.ts';
import { rulesOf } from './network-rules.ts';
import { toRequest } from './to-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The content of a draft: the form, and the request by which the API shows it. */
export function contentOf(
  form: Form,
  accounts: readonly Account[],
): { readonly form: Record<string, unknown>; request: Record<string, unknown> } {
  const chosen = form.publishAt === '' ? null : readLocalTime(form.publishAt);
  return {
    form: { ...form },
    request: { ...toRequest(form, accounts), ...(chosen && 'at' in chosen && { publishAt: chosen.at.toISOString() }) },
  };
}

/** The form of a draft. One that the API wrote last has none: it is made of the request. */
export const readDraft = ({ form, request }: Pick<Draft, 'form' | 'request'>): Form =>
  form === null ? formOfRequest(request) : readForm(form);

/** Fields that are no options, or that have a field of their own in the form. */
const TARGET_FIELDS = [
  ...['platform', 'accountId', 'content', 'mediaItems', 'firstComment', 'aiGenerated', 'spaceSlug'],
  ...['link', 'thread', 'firstComments'],
];

/** The form that publishes the same as a request. Callers of the API may send anything. */
function formOfRequest(request: Fields): Form {
  const entries = listOf(request.platforms).filter(({ platform, accountId }) => text(platform) && text(accountId));
  const post = { ...EMPTY_WORDS, content: text(request.content), media: mediaOf(request.mediaItems) };
  const all = entries.map((entry) => wordsOf(entry, post));
  // Written once: what stands in the first entry that has it. A chain that begins with other words
  // is not shared.
  const shared = all.filter((own) => plainWords({ ...EMPTY_WORDS, ...pick(own) }) === plainWords(post));
  const words: Words = {
    ...post,
    firstComment: all.find(({ firstComment }) => firstComment !== '')?.firstComment ?? '',
    thread: shared.find(({ thread }) => thread.length > 0)?.thread ?? [],
    firstComments: all.find(({ firstComments }) => firstComments.length > 0)?.firstComments ?? [],
  };
  const at = new Date(text(request.publishAt));
  return {
    ...EMPTY_FORM,
    ...words,
    targets: entries.map((entry, i) => targetOf(entry, all[i]!, words)),
    aiGenerated: entries.some(({ aiGenerated }) => aiGenerated === true),
    options: Object.assign({}, ...entries.map(optionsOf)),
    linkCard: !entries.some(({ link }) => link === 'none'),
    publishAt: Number.isNaN(at.getTime()) ? '' : toLocalText(at),
  };
}

const pick = ({ content, media }: Words) => ({ content, media });

/** The words of an entry, or of the post where it has none. A chain has them in its first post. */
function wordsOf(entry: Fields, post: Words): Words {
  const [head, ...rest] = listOf(entry.thread);
  const { content = post.content, mediaItems } = head ? { mediaItems: [], ...head } : entry;
  return {
    content: text(content),
    media: mediaItems === undefined ? post.media.map((item) => ({ ...item, key: newKey() })) : mediaOf(mediaItems),
    firstComment: text(entry.firstComment),
    thread: rest.map((one) => newChainPost(text(one.content), mediaOf(one.mediaItems))),
    firstComments: listOf(entry.firstComments).map(({ content: comment, afterSeconds }) =>
      newComment(text(comment), typeof afterSeconds === 'number' ? afterSeconds : 0),
    ),
  };
}

function targetOf(entry: Fields, own: Words, words: Words): TargetForm {
  const platform = text(entry.platform) as TargetForm['platform'];
  const { limits, options = {} } = rulesOf(platform) ?? {};
  // The absence of what the network does not have says nothing.
  const seen: Words = {
    ...own,
    ...(!limits?.supports.firstComment && { firstComment: words.firstComment }),
    ...(!('thread' in options) && { thread: words.thread }),
    ...(!('firstComments' in options) && { firstComments: words.firstComments }),
  };
  return {
    accountId: text(entry.accountId),
    platform,
    own: plainWords(seen) === plainWords(words) ? null : own,
    spaceSlug: text(entry.spaceSlug) || null,
  };
}

/** Options that have the form the API describes; the fields of others cannot show them. */
function optionsOf(entry: Fields): Fields {
  const options = Object.entries(entry).filter(([name, value]) => {
    if (TARGET_FIELDS.includes(name)) return false;
    const schema = Object.hasOwn(TARGET_OPTIONS, name) ? TARGET_OPTIONS[name as keyof typeof TARGET_OPTIONS] : null;
    return schema === null || schema.safeParse(value).success;
  });
  return Object.fromEntries(options);
}

const mediaOf = (items: unknown): Media[] =>
  listOf(items).map(({ type, url, altText, title, coverUrl, thumbOffsetMs }) => ({
    ...newMedia(MEDIA_TYPES.find((name) => name === type) ?? 'image', text(url)),
    altText: text(altText),
    title: text(title),
    coverUrl: text(coverUrl),
    thumbOffsetMs: typeof thumbOffsetMs === 'number' ? `${thumbOffsetMs}` : '',
  }));

const newKey = (): string => newMedia('image', '').key;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((one): one is Fields => typeof one === 'object' && one !== null) : [];
