import { isObject } from '../../read-json.ts';

/** The value at a path of a JSON body; undefined when there is none. */
export function valueAt(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), body);
}

/** The text at a path, empty when there is none. The schema of the body is checked before. */
export function textAt(body: unknown, ...path: readonly string[]): string {
  const value = valueAt(body, ...path);
  return typeof value === 'string' ? value : '';
}

export function listAt(body: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(body, ...path);
  return Array.isArray(value) ? value : [];
}
