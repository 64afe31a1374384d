/** A request as the mock reads it, whatever brought it. */
export type HttpRequest = {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** The whole address; paths below the mock's `baseUrl` are its own. */
  readonly url: URL;
  /** The lines of a header, by its name in lower case; `Headers` joins them to one. */
  readonly headerLines: (name: string) => readonly string[];
  /** The size of address and headers, in bytes; absent for a request without a limit. */
  readonly headerBytes?: number;
  /** Reads the whole body; null without one. Called at most once. */
  readonly readBody: (() => Promise<ArrayBuffer | Uint8Array>) | null;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
};

/** A header as one text, or null. */
export function headerOf({ headerLines }: Pick<HttpRequest, 'headerLines'>, name: string): string | null {
  const lines = headerLines(name);
  return lines.length === 0 ? null : lines.join(', ');
}

/** The body as text; bytes that are not UTF-8 are replaced, as `Request.text` does. */
export const readText = async ({ readBody }: HttpRequest): Promise<string> =>
  readBody ? new TextDecoder().decode(await readBody()) : '';
