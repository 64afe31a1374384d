import { NetworkError, type NetworkErrorFacts } from '@fanfare/network';

/** The fields of the error of a promise that must fail, without absent ones. */
export async function factsOf(promise: Promise<unknown>): Promise<Partial<NetworkErrorFacts>> {
  const error: unknown = await promise.then(
    () => {
      throw new Error('It was expected to fail.');
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof NetworkError)) throw error;
  const { cause: _, ...facts } = error.facts;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
