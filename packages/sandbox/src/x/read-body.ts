import { buffer } from 'node:stream/consumers';
import type { Request } from 'express';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { readMultipart } from '../read-multipart.ts';
import { type Answer, allowed, type Checked, invalidRequest, refused } from './answers.ts';
import type { Rule } from './schema.ts';

const MAX_JSON_BYTES = 10 * 1024 * 1024;

/**
 * A JSON body that follows the given rule, or X's 400. Messages as observed by clients
 * (sferik/x-ruby #62 and #71, trypost pull request 202): wrong content type, no JSON, no object (an
 * empty body is none).
 */
export async function readJsonBody(req: Request, rule: Rule): Promise<Checked<JsonObject>> {
  const bytes = await buffer(req);
  if (bytes.byteLength === 0) return refused(complain('Request body must be a JSON object.'));
  return checkJsonBody(req, bytes, rule);
}

/** The same where a call may come without a body. */
export async function readOptionalJsonBody(req: Request, rule: Rule): Promise<Checked<JsonObject>> {
  const bytes = await buffer(req);
  return bytes.byteLength === 0 ? allowed({}) : checkJsonBody(req, bytes, rule);
}

function checkJsonBody(req: Request, bytes: Buffer, rule: Rule): Checked<JsonObject> {
  if (bytes.byteLength > MAX_JSON_BYTES) return refused({ status: 413, body: null });
  if (!req.is('application/json'))
    return refused(complain('Requests with bodies must have content-type of application/json.'));
  const body = parseJson(bytes);
  if (body === undefined) return refused(complain('Request body is not valid JSON.'));
  if (!isObject(body)) return refused(complain('Request body must be a JSON object.'));
  const complaints = rule(body, '$');
  return complaints.length > 0 ? refused(invalidRequest(...complaints)) : allowed(body);
}

export type UploadForm = { readonly fields: Readonly<Record<string, string>>; readonly media: Buffer | null };

/** A form with a file `media`, or JSON with `media` in base64 (OpenAPI 2.167). */
export async function readUploadForm(req: Request, maxMediaBytes: number): Promise<Checked<UploadForm>> {
  if (req.is('application/json')) return readJsonForm(await buffer(req), maxMediaBytes);
  if (!req.is('multipart/form-data')) {
    return refused(complain('Requests with bodies must have content-type of multipart/form-data or application/json.'));
  }
  const form = await readMultipart(req, req.headers, maxMediaBytes + 1);
  if (form === null) return refused(complain('Request body is not a valid multipart form.'));
  // Observed with chunks of 5 MB: 413 with an empty body (trypost).
  if (form.isCut) return refused({ status: 413, body: null });
  const media = form.files.find(({ field }) => field === 'media')?.bytes ?? null;
  return allowed({ fields: Object.fromEntries(form.fields), media });
}

function readJsonForm(bytes: Buffer, maxMediaBytes: number): Checked<UploadForm> {
  const body = parseJson(bytes);
  if (body === undefined) return refused(complain('Request body is not valid JSON.'));
  if (!isObject(body)) return refused(complain('Request body must be a JSON object.'));
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(body))
    if (name !== 'media' && value !== undefined) fields[name] = String(value);
  const media = typeof body.media === 'string' ? Buffer.from(body.media, 'base64') : null;
  return media && media.byteLength > maxMediaBytes ? refused({ status: 413, body: null }) : allowed({ fields, media });
}

function complain(message: string): Answer {
  return invalidRequest({ message });
}
