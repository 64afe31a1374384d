/** The rejection of `mock.fetch` when a fault cuts the connection: a TypeError. */
export class ConnectionDropped extends TypeError {
  /** `TypeError`, as callers of fetch expect. */
  override readonly name = 'TypeError';

  constructor() {
    super('fetch failed');
  }
}
