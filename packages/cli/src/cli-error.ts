/** A wrong call: the message says what to change. Exit code 2. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
