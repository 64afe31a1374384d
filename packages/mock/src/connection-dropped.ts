/** What `mock.fetch` rejects with where a fault cuts the connection: a TypeError, as fetch itself does. */
export class ConnectionDropped extends TypeError {
  override readonly name = 'TypeError';

  constructor() {
    super('fetch failed');
  }
}
