import {
  type ChainPost,
  EMPTY_FORM,
  EMPTY_WORDS,
  type Form,
  type Media,
  newChainPost,
  newComment,
  plainWords,
  type Words,
} from '../../posts/post-form.ts';

export {
  type ChainPost,
  DELAY_UNITS,
  type DelayUnit,
  EMPTY_FORM,
  EMPTY_WORDS,
  type Form,
  type FurtherComment,
  formOfPost,
  type Media,
  newChainPost,
  newComment,
  newMedia,
  plainWords,
  type TargetForm,
  type Words,
} from '../../posts/post-form.ts';

/** The form of a draft. Fields that an older version did not have are as in an empty form. */
export function readForm(body: Readonly<Record<string, unknown>>): Form {
  const form = { ...EMPTY_FORM, ...(body as Partial<Form>) };
  return {
    ...form,
    targets: form.targets.map((target) => ({ ...target, own: target.own && { ...EMPTY_WORDS, ...target.own } })),
  };
}

/** A copy of words under other keys. */
export const copyWords = ({ content, media, firstComment, thread, firstComments }: Words): Words => ({
  ...{ content, media, firstComment },
  thread: thread.map((post) => newChainPost(post.content, post.media)),
  firstComments: firstComments.map((comment) => ({ ...comment, key: newComment().key })),
});

/** In which fields the words of one account differ from those of the post. */
export function differences(own: Words, words: Words): string[] {
  const differ = (...parts: (keyof Words)[]) => {
    const only = (of: Words) =>
      plainWords({ ...EMPTY_WORDS, ...Object.fromEntries(parts.map((part) => [part, of[part]])) });
    return only(own) !== only(words);
  };
  return [
    ...(differ('content') ? ['text'] : []),
    ...(differ('media') ? ['media'] : []),
    ...(differ('thread') ? ['chain'] : []),
    ...(differ('firstComment') ? ['first comment'] : []),
    ...(differ('firstComments') ? ['more comments'] : []),
  ];
}

/** Whether two forms are the same. The database keeps the fields of a draft in another order. */
export const isSameForm = (one: Form, other: Form): boolean => sorted(one) === sorted(other);

const sorted = (form: Form): string =>
  JSON.stringify(form, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Whether an address is that of a file of this computer, which only this page can read. */
export const isLocal = (url: string): boolean => url.startsWith('blob:');

type Lists = (media: readonly Media[], scope: string) => readonly Media[];

/**
 * Changes every list of media. Its scope is `post`, the id of an account with its own words, or the
 * key of a post in a chain.
 */
function mapLists(form: Form, change: Lists): Form {
  const within = <Of extends Words>(words: Of, scope: string): Of => ({
    ...words,
    media: change(words.media, scope),
    thread: words.thread.map((post): ChainPost => ({ ...post, media: change(post.media, post.key) })),
  });
  return {
    ...within(form, 'post'),
    targets: form.targets.map((target) =>
      target.own ? { ...target, own: within(target.own, target.accountId) } : target,
    ),
  };
}

/** Every list of media, by its scope. */
function listsOf(form: Form): ReadonlyMap<string, readonly Media[]> {
  const lists = new Map<string, readonly Media[]>();
  mapLists(form, (media, scope) => {
    lists.set(scope, media);
    return media;
  });
  return lists;
}

/** Changes each item of the form. */
export const changeMedia = (form: Form, change: (item: Media) => Media): Form =>
  mapLists(form, (media) => media.map(change));

/** The form as a draft keeps it: without files that are not uploaded yet. */
export const withoutLocal = (form: Form): Form => mapLists(form, (media) => media.filter(({ url }) => !isLocal(url)));

/** Adds media to a scope; to the post where it is gone. */
export function addMedia(form: Form, scope: string, items: readonly Media[]): Form {
  const place = listsOf(form).has(scope) ? scope : 'post';
  return mapLists(form, (media, at) => (at === place ? [...media, ...items] : media));
}

/** Media of a scope. */
export const mediaOf = (form: Form, scope: string): readonly Media[] => listsOf(form).get(scope) ?? form.media;

/** Addresses of all media of a form. */
export const addressesOf = (form: Form): ReadonlySet<string> =>
  new Set([...listsOf(form).values()].flat().map(({ url }) => url));
