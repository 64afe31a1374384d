import { isObject, type JsonObject } from '../../read-json.ts';

/** The parts of an answer that `_fields` names, also `title.rendered`. Default: all. */
export function pickFields(body: JsonObject, fields: unknown): JsonObject {
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : fields;
  if (!Array.isArray(names) || names.length === 0 || names[0] === '') return body;
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const [top = '', ...inner] = String(name).split('.');
    const value = body[top];
    if (value === undefined) continue;
    if (inner.length === 0 || !isObject(value)) picked[top] = value;
    else picked[top] = { ...(isObject(picked[top]) ? picked[top] : {}), ...pickFields(value, inner.join('.')) };
  }
  return picked;
}
