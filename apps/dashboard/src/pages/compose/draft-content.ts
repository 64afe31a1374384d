import type { Draft } from '@fanfare/app-contract';
import { MEDIA_TYPES, TARGET_OPTIONS } from '@fanfare/contract';
import type { Account } from '@fanfare/sdk';
import { readLocalTime, toLocalText } from '../../frame/local-time.ts';
import { EMPTY_FORM, type Form, type Media, newMedia, readForm, type TargetForm, type Words } from './form.ts';
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

const TARGET_FIELDS = ['platform', 'accountId', 'content', 'mediaItems', 'firstComment', 'aiGenerated', 'spaceSlug'];

/** The form that publishes the same as a request. Callers of the API may send anything. */
function formOfRequest(request: Fields): Form {
  const entries = listOf(request.platforms).filter(({ platform, accountId }) => text(platform) && text(accountId));
  const words: Words = {
    content: text(request.content),
    media: mediaOf(request.mediaItems),
    firstComment: entries.map(({ firstComment }) => text(firstComment)).find((comment) => comment !== '') ?? '',
  };
  const at = new Date(text(request.publishAt));
  return {
    ...EMPTY_FORM,
    ...words,
    targets: entries.map((entry) => targetOf(entry, words)),
    aiGenerated: entries.some(({ aiGenerated }) => aiGenerated === true),
    options: Object.assign({}, ...entries.map(optionsOf)),
    linkCard: !entries.some(({ link }) => link === 'none'),
    publishAt: Number.isNaN(at.getTime()) ? '' : toLocalText(at),
  };
}

function targetOf(entry: Fields, words: Words): TargetForm {
  const platform = text(entry.platform) as TargetForm['platform'];
  const firstComment = text(entry.firstComment);
  const mayComment = rulesOf(platform)?.limits.supports.firstComment === true;
  const hasOwn = 'content' in entry || 'mediaItems' in entry || (mayComment && firstComment !== words.firstComment);
  const own: Words = {
    content: 'content' in entry ? text(entry.content) : words.content,
    media: 'mediaItems' in entry ? mediaOf(entry.mediaItems) : words.media.map((item) => ({ ...item, key: newKey() })),
    firstComment,
  };
  return {
    accountId: text(entry.accountId),
    platform,
    own: hasOwn ? own : null,
    spaceSlug: text(entry.spaceSlug) || null,
  };
}

/** Options that have the form the API describes; the fields of others cannot show them. */
function optionsOf(entry: Fields): Fields {
  const options = Object.entries(entry).filter(([name, value]) => {
    if (TARGET_FIELDS.includes(name) || name === 'link') return false;
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
