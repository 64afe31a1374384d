import { LIMITS } from '@fanfare/contract';
import { RequestRefusal } from '../request-refusal.ts';

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** The JSON of a request, `{}` where it has no body. Throws `unsupported_media_type`, `payload_too_large` and, for broken JSON, `invalid_request`. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!METHODS_WITH_BODY.includes(request.method) || request.body === null) return {};
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';').map((part) => part.trim());
  const isJson = type.toLowerCase() === 'application/json';
  if (!isJson && declaredBytes > 0) throw notJson();
  if (isJson) refuseEncodings(request.headers, parameters);
  if (declaredBytes > LIMITS.requestBodyBytes.value) throw tooLarge();

  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  if (!isJson) throw notJson();
  if (bytes.byteLength > LIMITS.requestBodyBytes.value) throw tooLarge();
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new RequestRefusal('invalid_request', 'The body is not valid JSON.');
  }
}

function refuseEncodings(headers: Headers, parameters: readonly string[]): void {
  const charset = /^charset="?([^"]*)"?$/i.exec(parameters.find((part) => /^charset=/i.test(part)) ?? '')?.[1];
  if (charset !== undefined && !/^utf-/i.test(charset))
    throw new RequestRefusal('unsupported_media_type', 'The body must be UTF-8.');
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity')
    throw new RequestRefusal('unsupported_media_type', 'The body must not be compressed.');
}

const notJson = (): RequestRefusal =>
  new RequestRefusal('unsupported_media_type', 'Send the body as JSON with "Content-Type: application/json".');

const tooLarge = (): RequestRefusal => new RequestRefusal('payload_too_large', 'The body is larger than 2 MiB.');
