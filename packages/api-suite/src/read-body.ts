/** JSON where the answer says so, else text; undefined when there is nothing. */
export function readBody(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}
