import { LIMITS } from '@fanfare/contract';
import { RequestRefusal } from '../request-refusal.ts';
import { cutLists } from './cut-lists.ts';

/** As strict as the service: a parameter that is none, such as a semicolon at the end, makes it no type at all. */
const JSON_TYPE =
  /^ *application\/json *(?:; *[!#$%&'*+.^_`|~\w-]+ *= *(?:"(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+) *)*$/i;
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** The JSON of a request, `{}` where it has no body. Throws `unsupported_media_type`, `payload_too_large` and, for broken JSON, `invalid_request`. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!METHODS_WITH_BODY.includes(request.method) || request.body === null) return {};
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  const contentType = request.headers.get('content-type') ?? '';
  const isJson = JSON_TYPE.test(contentType);
  if (!isJson && declaredBytes > 0) throw notJson();
  if (isJson) refuseEncodings(request.headers, contentType);
  if (declaredBytes > LIMITS.requestBodyBytes.value) throw tooLarge();

  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  if (!isJson) throw notJson();
  if (bytes.byteLength > LIMITS.requestBodyBytes.value) throw tooLarge();
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    cutLists(body);
    return body;
  } catch {
    throw new RequestRefusal({ code: 'invalid_request', message: 'The body is not valid JSON.' });
  }
}

function refuseEncodings(headers: Headers, contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    throw new RequestRefusal({ code: 'unsupported_media_type', message: 'The body must be UTF-8.' });
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity')
    throw new RequestRefusal({ code: 'unsupported_media_type', message: 'The body must not be compressed.' });
}

const notJson = (): RequestRefusal =>
  new RequestRefusal({
    code: 'unsupported_media_type',
    message: 'Send the body as JSON with "Content-Type: application/json".',
  });

const tooLarge = (): RequestRefusal =>
  new RequestRefusal({ code: 'payload_too_large', message: 'The body is larger than 2 MiB.' });
