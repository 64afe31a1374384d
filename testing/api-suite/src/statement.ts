import type { Api } from './api.ts';
import type { Inside } from './inside.ts';

/** Whether the mock as a process does otherwise. */
export const isNotStandalone = (statement: Statement): boolean =>
  'notStandalone' in statement && statement.notStandalone !== undefined;

/** One sentence of the API's description, and how to find out whether it is so. */
export type Statement = {
  /** Section of the description it stands in: `4.5`. */
  readonly section: string;
  /** In the words of the description, short, without a full stop. Unique. */
  readonly statement: string;
} & (
  | {
      readonly run: (api: Api) => Promise<void>;
      /**
       * Reason that it must not run beside others: it scripts what all share, or needs all of the
       * machine.
       */
      readonly alone?: string;
      /** Reason that the one project of a service elsewhere will not do: it is skipped there. */
      readonly ownProject?: string;
      /**
       * `pnpm test` tries it wherever the mock runs. The others it tries on the mock in Node alone,
       * and the full command on all.
       */
      readonly everywhere?: true;
      /** Reason that the mock as a process does otherwise: it is not tried there. */
      readonly notStandalone?: string;
      /** Reason that it takes minutes where time is real: there only the full command tries it. */
      readonly minutes?: string;
    }
  | {
      /** Looks at what no answer shows. It is tried on the server, by itself and behind the SDK. */
      readonly inside: (api: Api, inside: Inside) => Promise<void>;
      /** Reason that a mock has nothing of it. */
      readonly notInMock: string;
      readonly alone?: string;
    }
  /** Not built yet, and why. */
  | { readonly open: string }
);
