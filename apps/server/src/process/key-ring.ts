import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Key that wraps the keys of secrets. The first of a list wraps; all of them unwrap. */
export type EncryptionKey = { readonly id: string; readonly key: Buffer };

/** The key of one secret as it is stored: wrapped, with the id of the key that unwraps it. */
export type Wrapping = { readonly keyId: string; readonly wrappedKey: Buffer };

/** The keys that wrap account keys: the first wraps, all of them unwrap. */
export type KeyRing = {
  readonly primaryId: string;
  wrap(accountKey: Buffer, context: string): { keyId: string; wrapped: Buffer };
  unwrap(keyId: string, wrapped: Buffer, context: string): Buffer;
};

type Deps = { readonly keys: readonly EncryptionKey[]; readonly randomBytes: (bytes: number) => Buffer };

export function createKeyRing(deps: Deps): KeyRing {
  const [primary] = deps.keys;
  if (!primary) throw new Error('A key ring needs at least one key.');
  return {
    primaryId: primary.id,
    wrap: (accountKey, context) => ({ keyId: primary.id, wrapped: seal(deps, primary.key, accountKey, context) }),
    unwrap(keyId, wrapped, context) {
      const found = deps.keys.find((key) => key.id === keyId);
      if (!found) throw new Error(`The encryption key "${keyId}" is not in ENCRYPTION_KEYS.`);
      return open(found.key, wrapped, context);
    },
  };
}

/**
 * Seals with AES-256-GCM: `format (1) | nonce (12) | ciphertext | tag (16)`. The context is
 * authenticated, so a value copied to another project, account, field or version does not open.
 */
export function seal(
  deps: { randomBytes: (bytes: number) => Buffer },
  key: Buffer,
  plain: Buffer,
  context: string,
): Buffer {
  const nonce = deps.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the key, the context or the value is wrong. */
export function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== FORMAT || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('Not a sealed value.');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const text = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  // Node takes more than twice as long with a plain buffer.
  const secret = createSecretKey(key);
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(text), decipher.final()]);
}
