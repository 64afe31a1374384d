import { notImplemented } from '@fanfare/rules';
import { RequestError } from './request-error.ts';

/** The handler of a route of the contract that is not built yet. */
export function notBuilt(what: string): () => Promise<never> {
  return async () => {
    throw new RequestError(notImplemented(what));
  };
}
