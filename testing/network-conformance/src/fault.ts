/** A fault of the next requests of one edge, as the sandbox's control API names it. */
export type Fault = {
  readonly method: string;
  /** A regular expression on the path, as the simulator counts paths. */
  readonly path: string;
  /** `status`, `drop_before`: the network never sees the request. `…_after`: executed first. */
  readonly action: 'status' | 'status_after' | 'drop_before' | 'drop_after' | 'delay_after';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
  /** The number of requests; 1 when absent. */
  readonly times?: number;
};
