/** A draft as it was saved last. */
export type StoredDraft = {
  /** Also the key under which it is published. */
  readonly id: string;
  readonly projectId: string;
  /** Place in the order of creation. */
  readonly position: number;
  version: number;
  note: string | null;
  request: Record<string, unknown>;
  /** The `Idempotency-Key` of the call that saved it; null where it had none. */
  readonly createKey: string | null;
  /** The body of that call as canonical JSON. */
  readonly created: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
};
