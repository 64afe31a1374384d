/** What whoever runs the kit can fix: a wrong option, a missing file. */
export class KitError extends Error {
  override readonly name = 'KitError';
}
