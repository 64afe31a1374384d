import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';

/** Answers a `Request` of the Fetch API with its `Response`. */
export async function answerFetch(
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
  request: Request,
): Promise<Response> {
  const { body, ...init } = await answer({
    method: request.method,
    url: new URL(request.url),
    headerLines(name) {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
    headerBytes: [...request.headers].flat().reduce((sum, text) => sum + text.length + 2, request.url.length),
    readBody: request.body && (() => request.arrayBuffer()),
    signal: request.signal,
  });
  return new Response(body, init);
}
