/** What `mock.fetch` rejects with where a fault cuts the connection: a TypeError, as fetch itself does. */
export class ConnectionDropped extends TypeError {
  /** `TypeError`, as callers of fetch expect. */
  override readonly name = 'TypeError';

  constructor() {
    super('fetch failed');
  }
}
