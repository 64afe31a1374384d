/** The source of connect codes. A hub has one code a user, so each check fetches its own. */
export type CodeSource = {
  /** A new code; null where there is none. `purpose` says what it is for, to whoever makes it. */
  next(purpose: string): Promise<string | null>;
  /** Reason that there are no codes, or no more. */
  readonly none: string;
};

export const noCodes: CodeSource = {
  next: async () => null,
  none: 'no connect codes were given (--codes-file, --codes-command, or answer the questions on a terminal)',
};
