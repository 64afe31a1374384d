import { type AcceptedStep, type Call, isOwnMistake } from '@fanfare/network';
import { tryOpenCredential } from '../accounts/credentials/try-open-credential.ts';
import { openWrite } from './open-write.ts';
import { stoppable } from './stoppable.ts';
import type { WriteDeps, WriteRun } from './write-run.ts';

/** Limit, as a caller may be waiting. Anything not deleted by then stays. */
const TIMEOUT_MS = 5_000;

export type DiscardRun<Input> = Pick<WriteRun<Input>, 'key' | 'write' | 'owner' | 'media' | 'about'> & {
  /** Reads the accepted hidden steps. Called only where the network can delete something. */
  readonly findSteps: () => Promise<readonly AcceptedStep[]>;
};

/**
 * Deletes uploads and drafts that the hidden steps of a failed write left at its network. Call it
 * once the write is settled, with nothing live. Best effort: errors are logged, never thrown.
 */
export async function discardWrite<Input>(deps: WriteDeps, run: DiscardRun<Input>): Promise<void> {
  const network = openWrite(run.write);
  if (!network.discard) return;
  try {
    const steps = await run.findSteps();
    if (steps.length === 0) return;
    const opened = await tryOpenCredential(deps, run.owner);
    if (opened.state !== 'open') return;
    const call: Call = {
      key: run.key,
      http: deps.http,
      clock: stoppable(deps.clock, deps.stopping),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      account: opened.account,
      credential: opened.credential,
      media: run.media,
      step: () => Promise.reject(new Error('A write that has ended takes no more steps.')),
    };
    await network.discard(call, steps);
  } catch (err) {
    deps.log[isOwnMistake(err) ? 'error' : 'warn'](
      { ...run.about, err },
      'what a failed write left at its network could not be deleted',
    );
  }
}
