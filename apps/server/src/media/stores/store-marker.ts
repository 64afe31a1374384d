/** Name of the file in a store whose text names the store. The database has it too. */
export const MARKER = 'fanfare-media-id';

/** The file that names a store, and the sentences of its messages. */
export type StoreMarker = {
  /** Returns the name; null for none. Throws ConfigError when the store cannot be used. */
  read(): Promise<string | null>;
  /** Names a store without a name. One server does so at a time. */
  write(name: string): Promise<void>;
  /** Whether there is more than the marker. */
  hasFiles(): Promise<boolean>;
  /** Setting and store, as messages begin. */
  readonly named: string;
  readonly place: string;
  /** Remedy: an empty store. */
  readonly emptyOne: string;
  /** Behind "is not": what it should be, and how to use this one. */
  sharedOne(name: string): string;
};
