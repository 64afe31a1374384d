import type { Response } from 'express';

const texts = new WeakMap<object, string>();

/** Caches the JSON of an answer that is sent several times. */
export function rememberJson(body: object, text: string): void {
  texts.set(body, text);
}

/**
 * Replaces `res.json` of Express, which parses the content type it has just set, copies the text,
 * and may answer 304, which handlers decide here. Sends the text with the headers in one piece.
 */
export function sendJson(this: Response, body?: unknown): Response {
  const text = texts.get(body as object) ?? JSON.stringify(body);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  return this.end(text);
}
