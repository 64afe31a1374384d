import type { Platform } from '@fanfare/contract';
import type { Answer } from './http.ts';

/** One version of a network's API that this installation may ask for. */
export type ApiVersion = {
  /** As the wire writes it: `202609`, `v25.0`. */
  readonly version: string;
  /** UTC date (`YYYY-MM-DD`) of its end, or of the promise to serve it; null when unknown. */
  readonly sunsetAt: string | null;
  /** The source of the version and its date. */
  readonly source: string;
};

/** A version was refused for good. Later calls use the next one; `to` is null for none. */
export type VersionStep = { readonly network: Platform; readonly from: string; readonly to: string | null };

/** The versions of one network's API and which of them is in use; one object per process. */
export type ApiVersions = {
  readonly network: Platform;
  /** In order of preference, at least one. */
  readonly versions: readonly ApiVersion[];
  current(): string;
  /**
   * Sends one call with the current version. When the network refuses the version itself, steps to
   * the next one and sends the same call again: nothing was done, for public writes too. Returns
   * every other answer as it is, and the refusal once no version is left: the adapter's error table
   * makes it an error for the operator.
   */
  call(send: (version: string) => Promise<Answer>): Promise<Answer>;
};

type Options = {
  readonly network: Platform;
  /** In order of preference: the first is used until it is refused. */
  readonly versions: readonly ApiVersion[];
  /** Whether an answer refuses the version of the call, not the call. */
  readonly isRefused: (answer: Answer) => boolean;
  /** Called once per step of this process, and once when the last version is refused. */
  readonly onStep?: (step: VersionStep) => void;
};

/**
 * Keeps an installation working when a network ends an API version: the call that is refused moves
 * the whole process to the next version, once per version and never back. Calls refused at the same
 * time step once. Throws RangeError for an empty list or a repeated version.
 *
 * @example
 * const versions = createApiVersions({ network: 'linkedin', versions: LINKEDIN_VERSIONS, isRefused, onStep });
 * const answer = await versions.call((version) => io.http({ …, headers: { 'linkedin-version': version } }));
 */
export function createApiVersions(options: Options): ApiVersions {
  const { network, versions, isRefused } = options;
  const names = versions.map(({ version }) => version);
  if (names.length === 0 || new Set(names).size < names.length) {
    throw new RangeError(
      `The API versions of ${network} must be at least one, each once: ${names.join(', ') || 'none'}.`,
    );
  }
  let at = 0;
  let isLastRefused = false;
  const nameOf = (position: number): string => names[position] ?? '';

  /** Finds the version after the refused one; null at the end. Another call may be ahead. */
  const stepFrom = (refused: number): number | null => {
    if (at === refused) {
      if (refused + 1 === names.length) {
        if (!isLastRefused) report(options, { network, from: nameOf(refused), to: null });
        isLastRefused = true;
        return null;
      }
      at = refused + 1;
      report(options, { network, from: nameOf(refused), to: nameOf(at) });
    }
    return at;
  };

  return {
    network,
    versions,
    current: () => nameOf(at),
    async call(send) {
      for (let asked = at; ; ) {
        const answer = await send(nameOf(asked));
        const next = isRefused(answer) ? stepFrom(asked) : null;
        if (next === null) return answer;
        asked = next;
      }
    },
  };
}

/** A log or metric that breaks must not turn a call that can be sent again into a failed one. */
function report({ onStep }: Options, step: VersionStep): void {
  try {
    onStep?.(step);
  } catch {
    // The call goes on.
  }
}
