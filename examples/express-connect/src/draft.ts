import { createHash, randomUUID } from 'node:crypto';

/** The fields of the post form. */
export type Draft = {
  /** Created when the form is first shown. */
  readonly formId: string;
  readonly content: string;
  readonly imageUrl: string;
  readonly altText: string;
};

export const newDraft = (imageUrl: string): Draft => ({
  formId: randomUUID(),
  content: 'Hello from my newly connected accounts.',
  imageUrl,
  altText: imageUrl && 'A harbour at sunrise',
});

/** Reads a submitted form; missing fields are empty. */
export function readDraft(body: unknown): Draft {
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  const read = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { formId: read('formId'), content: read('content'), imageUrl: read('imageUrl'), altText: read('altText') };
}

/**
 * The key under which a draft is published: submitting twice, or again after a lost answer,
 * publishes once. A text that was changed in between is another post, and so is the same form of
 * another user.
 */
export function keyOf(draft: Draft, userId: string): string {
  return `connect-${createHash('sha256')
    .update(JSON.stringify([userId, draft]))
    .digest('hex')}`;
}
