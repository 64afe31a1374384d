import type { Answer, AnswerPromise } from '@fanfare/sdk';
import { isUnreachable } from '../../frame/error-words.ts';

const PAUSE_MS = 2_000;

export type Answered<Sent> = {
  readonly sent: Sent;
  /** Whether an earlier attempt of the same press may have arrived. */
  readonly isRepeated: boolean;
};

/** Sends the request until the server is back. `onCut` is called when the SDK gives up. */
export async function sendUntilAnswered<Sent>(
  send: () => AnswerPromise<Sent>,
  { signal, onCut }: { readonly signal: AbortSignal; readonly onCut: () => void },
): Promise<Answered<Sent>> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      const { data, attempts }: Answer<Sent> = await send().withResponse();
      return { sent: data, isRepeated: isRepeated || attempts > 1 };
    } catch (thrown) {
      if (signal.aborted || !isAway(thrown)) throw thrown;
      onCut();
      await pause(signal);
    }
  }
}

/** Nobody answered, or a proxy or a server that is starting or stopping. */
const isAway = (thrown: unknown): boolean =>
  isUnreachable(thrown) || [502, 503, 504].includes((thrown as { readonly status?: number } | null)?.status ?? 0);

/** Rejects as soon as the signal is aborted. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
