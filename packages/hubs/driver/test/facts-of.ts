import { NetworkError, type NetworkErrorFacts } from '@fanfare/network';

/** Returns what a promise that must fail says about its failure, without what is absent. */
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
