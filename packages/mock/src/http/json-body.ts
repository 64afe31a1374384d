import { LIMITS } from '@fanfare/contract';
import { BODY_REFUSALS, isBoundedBody, isUtf8 } from '@fanfare/rules';
import { RequestRefusal } from '../request-refusal.ts';
import { type HttpRequest, headerOf } from './http-request.ts';

/** As strict as the service: an invalid parameter, such as a last semicolon, is refused. */
const JSON_TYPE =
  /^ *application\/json *(?:; *[!#$%&'*+.^_`|~\w-]+ *= *(?:"(?:[^"\\]|\\.)*"|[!#$%&'*+.^_`|~\w-]+) *)*$/i;
const MAX_BYTES = LIMITS.requestBodyBytes.value;

/** The JSON of a request, `{}` without a body. Throws one of `BODY_REFUSALS`. */
export function readJsonBody(request: HttpRequest, bytes: ArrayBuffer | Uint8Array | undefined): unknown {
  if (bytes === undefined) return {};
  const declaredBytes = Number(headerOf(request, 'content-length') ?? 0);
  const contentType = headerOf(request, 'content-type') ?? '';
  const isJson = JSON_TYPE.test(contentType);
  if (!isJson && declaredBytes > 0) throw refused('notJson');
  if (isJson && !isUtf8(contentType)) throw refused('notUtf8');
  if (isJson && (headerOf(request, 'content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw refused('compressed');
  if (declaredBytes > MAX_BYTES) throw refused('tooLarge');

  if (bytes.byteLength === 0) return {};
  if (!isJson) throw refused('notJson');
  if (bytes.byteLength > MAX_BYTES) throw refused('tooLarge');
  const text = new TextDecoder().decode(bytes);
  if (!isBoundedBody(text)) throw refused('tooManyValues');
  try {
    return JSON.parse(text);
  } catch {
    throw refused('invalidJson');
  }
}

const refused = (why: keyof typeof BODY_REFUSALS): RequestRefusal => new RequestRefusal(BODY_REFUSALS[why]);
