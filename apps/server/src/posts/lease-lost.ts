/** A run that lost its target to another one; nothing more may be sent. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
