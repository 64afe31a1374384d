/** Exit codes of the command. */
export const EXIT = {
  /** All published, accepted for later, or done. */
  done: 0,
  /** A wrong call, or one that the service refuses. Nothing was published. */
  refused: 1,
  /** Some target failed, or a part of one. */
  someFailed: 2,
  /** Every target failed, or the post was cancelled. */
  allFailed: 3,
  /** A target may or may not be live. */
  unknown: 4,
  /** No key, a wrong one, or one with too small a scope. */
  auth: 5,
  /** Temporary: the same command can succeed later. The number is EX_TEMPFAIL of sysexits. */
  tryAgain: 75,
  /** Ended by Ctrl-C or SIGTERM. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
