/** Another run holds the lease of this write: nothing more may be sent. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
