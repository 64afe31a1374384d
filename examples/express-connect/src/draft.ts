import { createHash, randomUUID } from 'node:crypto';

/** What stands in the form for a post. */
export type Draft = {
  /** Made when the form is first shown. */
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

/** Reads a form that was sent; whatever is missing is empty. */
export function readDraft(body: unknown): Draft {
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  const read = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { formId: read('formId'), content: read('content'), imageUrl: read('imageUrl'), altText: read('altText') };
}

/**
 * The key under which a draft is published: pressing twice, or again when no answer came, publishes once. A text that was changed in between is another post, and so
 * is the same form of somebody else.
 */
export function keyOf(draft: Draft, userId: string): string {
  return `connect-${createHash('sha256')
    .update(JSON.stringify([userId, draft]))
    .digest('hex')}`;
}
