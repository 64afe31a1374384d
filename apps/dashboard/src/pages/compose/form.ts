import { EMPTY_FORM, type Form, type Words } from '../../posts/post-form.ts';

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
