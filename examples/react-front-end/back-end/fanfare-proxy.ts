import express, { type Request, type RequestHandler, Router } from 'express';

type Options = {
  /** The address of Fanfare, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whether this user may publish to these accounts. */
  readonly isSignedIn: (request: Request) => boolean;
};

/** The requests of the front end, and no others. */
const ALLOWED =
  /^(GET \/accounts|POST \/accounts\/connect|GET \/usage|(GET|POST) \/posts|POST \/posts\/validate|GET \/posts\/\w+|POST \/posts\/\w+\/cancel)$/;

/** Passes the front end's calls to Fanfare, with the key: `app.use('/api/fanfare', …)`. */
export function fanfareProxy({ baseUrl, apiKey, isSignedIn }: Options): RequestHandler {
  return Router().use('/api/v1', express.raw({ type: 'application/json', limit: '2mb' }), async (request, response) => {
    const { method, path, url, body } = request;
    const etag = request.get('if-none-match');
    // The front end always sends this header, and forms of other sites cannot.
    const isFromHere = request.get('authorization') !== undefined;
    if (!isFromHere || !isSignedIn(request))
      return response.status(401).json(refusal('unauthorized', 'Sign in first.'));
    if (!ALLOWED.test(`${method} ${path}`)) return response.status(404).json(refusal('not_found', 'Not for browsers.'));
    try {
      const answer = await fetch(`${baseUrl}/api/v1${url}`, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(etag !== undefined && { 'If-None-Match': etag }),
          ...(method === 'POST' && { 'Content-Type': 'application/json' }),
        },
        ...(method === 'POST' && Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
      });
      for (const name of ['content-type', 'etag', 'retry-after', 'x-request-id']) {
        const value = answer.headers.get(name);
        if (value !== null) response.set(name, value);
      }
      response.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
    } catch {
      // The front end asks again with the same key, which publishes nothing twice.
      response.status(502).json(refusal('unavailable', 'Fanfare did not answer.'));
    }
  });
}

const refusal = (code: string, message: string) => ({ error: { code, message } });
