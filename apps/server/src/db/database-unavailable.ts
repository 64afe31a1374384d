/** The database or the connection was lost. A statement may or may not have taken effect. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The database accepts no writes, such as a standby. The statement changed nothing. */
export class DatabaseReadOnly extends DatabaseUnavailable {
  override readonly name = 'DatabaseReadOnly';
}
