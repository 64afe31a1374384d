import { EMPTY_FORM, type Form, type Media, type Words } from '../../posts/post-form.ts';

export {
  EMPTY_FORM,
  type Form,
  formOfPost,
  type Media,
  newMedia,
  type TargetForm,
  type Words,
} from '../../posts/post-form.ts';

/** The form of a draft. Fields that an older version did not have are as in an empty form. */
export const readForm = (body: Readonly<Record<string, unknown>>): Form => ({
  ...EMPTY_FORM,
  ...(body as Partial<Form>),
});

/** In which fields the words of one account differ from those of the post. */
export function differences(own: Words, words: Words): string[] {
  const media = (of: Words) => JSON.stringify(of.media.map(({ key: _, ...item }) => item));
  return [
    ...(own.content === words.content ? [] : ['text']),
    ...(media(own) === media(words) ? [] : ['media']),
    ...(own.firstComment === words.firstComment ? [] : ['first comment']),
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

/** Changes the media of the post and of each account with its own words. */
const replaceMedia = (form: Form, replace: (media: readonly Media[]) => readonly Media[]): Form => ({
  ...form,
  media: replace(form.media),
  targets: form.targets.map((target) =>
    target.own ? { ...target, own: { ...target.own, media: replace(target.own.media) } } : target,
  ),
});

/** Changes each item of the form. */
export const changeMedia = (form: Form, change: (item: Media) => Media): Form =>
  replaceMedia(form, (media) => media.map(change));

/** The form as a draft keeps it: without files that are not uploaded yet. */
export const withoutLocal = (form: Form): Form =>
  replaceMedia(form, (media) => media.filter(({ url }) => !isLocal(url)));

/** Adds media to the words of a scope: those of the post, or of the account with this id. */
export function addMedia(form: Form, scope: string, items: readonly Media[]): Form {
  const target = form.targets.find(({ accountId, own }) => own !== null && accountId === scope);
  if (!target?.own) return { ...form, media: [...form.media, ...items] };
  const own = { ...target.own, media: [...target.own.media, ...items] };
  return { ...form, targets: form.targets.map((one) => (one === target ? { ...one, own } : one)) };
}

/** Media of the words of a scope. */
export const mediaOf = (form: Form, scope: string): readonly Media[] =>
  (form.targets.find(({ accountId }) => accountId === scope)?.own ?? form).media;

/** Addresses of all media of a form. */
export const addressesOf = (form: Form): ReadonlySet<string> =>
  new Set([form, ...form.targets.flatMap(({ own }) => own ?? [])].flatMap(({ media }) => media.map(({ url }) => url)));
