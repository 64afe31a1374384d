/**
 * The value of a text of the package flatted, in which n8n stores executions: a list whose texts
 * are positions.
 */
export function unflatten(text: string): unknown {
  const list: readonly unknown[] = JSON.parse(text);
  const made = new Map<number, unknown>();
  const at = (position: number): unknown => {
    const value = list[position];
    if (typeof value !== 'object' || value === null) return value;
    if (made.has(position)) return made.get(position);
    const whole: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
    made.set(position, whole);
    for (const [key, one] of Object.entries(value))
      Object.assign(whole, { [key]: typeof one === 'string' ? at(Number(one)) : one });
    return whole;
  };
  return at(0);
}
