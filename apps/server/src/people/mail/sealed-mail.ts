import { type KeyRing, open, seal, type Wrapping } from '../../process/key-ring.ts';
import type { SealedMail } from './mails.table.ts';

/** Content of a mail. Stored sealed, because its links sign in. */
export type MailContent = { readonly subject: string; readonly text: string; readonly html: string };

type Owner = { readonly id: string; readonly recipient: string };

type Deps = { readonly keyRing: KeyRing; readonly randomBytes: (bytes: number) => Buffer };

/** Authenticated data: a content copied to another mail or address does not open. */
const contextOf = ({ id, recipient }: Owner, field: 'key' | 'content'): string =>
  `fanfare:v1|mail:${id}|recipient:${recipient}|field:${field}`;

export function sealMail(deps: Deps, owner: Owner, content: MailContent): SealedMail {
  const key = deps.randomBytes(32);
  const { keyId, wrapped } = deps.keyRing.wrap(key, contextOf(owner, 'key'));
  const sealed = seal(deps, key, Buffer.from(JSON.stringify(content)), contextOf(owner, 'content'));
  return { keyId, wrappedKey: wrapped, sealed };
}

export function openMail(deps: { readonly keyRing: KeyRing }, owner: Owner, stored: SealedMail): MailContent {
  const key = deps.keyRing.unwrap(stored.keyId, stored.wrappedKey, contextOf(owner, 'key'));
  return JSON.parse(open(key, stored.sealed, contextOf(owner, 'content')).toString()) as MailContent;
}

/** Wraps the same key with the first key of the ring. Throws when it cannot unwrap it. */
export function rewrapMail(deps: { readonly keyRing: KeyRing }, owner: Owner, stored: Wrapping): Wrapping {
  const context = contextOf(owner, 'key');
  const { keyId, wrapped } = deps.keyRing.wrap(deps.keyRing.unwrap(stored.keyId, stored.wrappedKey, context), context);
  return { keyId, wrappedKey: wrapped };
}
