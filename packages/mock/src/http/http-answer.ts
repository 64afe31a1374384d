/** An answer before an adapter sends it. */
export type HttpAnswer = {
  /** HTTP status. */
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none; a stream stays open, as server-sent events. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
};
