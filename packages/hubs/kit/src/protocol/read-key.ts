import { isSameOrigin } from '@fanfare/hub';
import { type Answer, Secret } from '@fanfare/network';
import { z } from 'zod';

/** A key that the hub made for a connect code. */
export type MadeKey = {
  readonly type: string;
  readonly apiUrl: string;
  readonly username: string | null;
  readonly userId: string;
  readonly apiKey: Secret;
};

const text = z.string().min(1);

/** Hub Connect, Exchange: every member that the answer has. */
const exchangeSchema = z.object({
  type: text,
  apiUrl: z.string().url(),
  apiKey: text.max(1_024),
  user: z.object({ id: text, username: text.nullable(), name: text }),
  hub: z.object({ name: text }),
  defaultSpaceSlug: text.nullable(),
});

/** The key in an answer; null where the kit must not use what came. */
export function readKey({ status, json }: Answer, url: string): MadeKey | null {
  const read = exchangeSchema.safeParse(json);
  if (status !== 200 || !read.success || !isSameOrigin(read.data.apiUrl, url)) return null;
  const { type, apiUrl, apiKey, user } = read.data;
  return { type, apiUrl, username: user.username, userId: user.id, apiKey: new Secret(apiKey) };
}

/** Lists fields that are missing or of a wrong type: `user.id: Required`. Never a value. */
export function problemsOf({ json }: Answer): readonly string[] {
  const read = exchangeSchema.safeParse(json);
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
}

/** A key in any answer, whatever else is wrong with it: nothing may print it. */
export function keyIn({ json }: Answer): string | null {
  return z.object({ apiKey: text }).safeParse(json).data?.apiKey ?? null;
}

const EXPIRY = /expir|^exp$|valid_?until|not_?after|refresh/i;

/** Names of members that say a key ends or must be renewed. */
export function expiryMembers(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => [
    ...(EXPIRY.test(name) && value !== null ? [name] : []),
    ...expiryMembers(value),
  ]);
}
