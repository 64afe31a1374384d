import type { Response } from 'express';

const texts = new WeakMap<object, string>();

/** Remembers the JSON of an answer that is sent several times. */
export function rememberJson(body: object, text: string): void {
  texts.set(body, text);
}

/**
 * `res.json` of the service, for Express's own: that one parses the content type it has just set, copies the text, and may turn the answer into a 304, which
 * handlers decide here. The text goes out in one piece with the headers.
 */
export function sendJson(this: Response, body?: unknown): Response {
  const text = texts.get(body as object) ?? JSON.stringify(body);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  return this.end(text);
}
