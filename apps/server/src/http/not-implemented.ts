import { RequestError } from './request-error.ts';

/** Stands in for a route of the contract that is not built yet: 501. */
export function notImplemented(what: string): () => Promise<never> {
  return async () => {
    throw new RequestError({
      code: 'not_implemented',
      message: `This server does not do this yet: ${what} is not built. The README lists what is built.`,
    });
  };
}
