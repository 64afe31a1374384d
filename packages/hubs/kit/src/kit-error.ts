/** An error that the person who runs the kit can correct: a wrong option, a missing file. */
export class KitError extends Error {
  override readonly name = 'KitError';
}
