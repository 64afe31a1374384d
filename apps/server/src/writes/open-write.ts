import type { PublicWrite } from '@fanfare/network';

declare const input: unique symbol;

/** A public write of a network that only the write engine can make. */
export type SealedWrite<Input> = { readonly [input]: (given: Input) => void };

const writes = new WeakMap<object, unknown>();

export function sealWrite<Input>(write: PublicWrite<Input>): SealedWrite<Input> {
  const sealed = Object.freeze({}) as SealedWrite<Input>;
  writes.set(sealed, write);
  return sealed;
}

/** The functions of a sealed write. A boundary rule lets only files of this folder import it. */
export function openWrite<Input>(sealed: SealedWrite<Input>): PublicWrite<Input> {
  const write = writes.get(sealed);
  if (!write) throw new TypeError('This is not a sealed write.');
  return write as PublicWrite<Input>;
}
