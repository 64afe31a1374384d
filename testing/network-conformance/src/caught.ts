import { NetworkError } from '@fanfare/network';
import { expect } from 'vitest';

/** The one kind of error an adapter may throw. Fails where there is none, or another. */
export async function caught(run: Promise<unknown>): Promise<NetworkError> {
  const thrown = await run.then(
    (value) => expect.fail(`There is no error: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(thrown instanceof NetworkError)) throw new Error('An adapter threw something else.', { cause: thrown });
  return thrown;
}
