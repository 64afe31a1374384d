type Watch = {
  /** Called while a body is sent: bytes of it that have left, and the headers of the request. */
  readonly onSent: (bytes: number, headers: Headers) => void;
  /** Called when the connection is lost. */
  readonly onLost: () => void;
};

/** `fetch` for uploads. Browsers count the bytes that have left only for an XMLHttpRequest. */
export const sendWithProgress =
  ({ onSent, onLost }: Watch) =>
  (url: string, { method = 'GET', body, signal, ...init }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const headers = new Headers(init.headers);
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onSent(loaded, headers);
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => {
        onLost();
        // As `fetch` says that nobody answered.
        reject(new TypeError('Failed to fetch'));
      };
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as Blob | null | undefined);
    });

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const lines = request.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  // A status such as 204 has no body, not even an empty one.
  return new Response(responseText === '' ? null : responseText, { status, headers });
}
