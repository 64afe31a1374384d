import { answered, type GraphAnswer, invalidParameter, refused } from './graph-answer.ts';

/** The readable fields of one node. A field without a value is omitted, as in Graph. */
export type Node = {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Answered when the call requests no fields. */
  readonly byDefault: readonly string[];
};

/** Answers `?fields=a,b`: the id, these fields, error 100 for an unknown one. */
export function answerFields(node: Node, requested: string | undefined): GraphAnswer {
  // A sub-selection such as children{media_type} is read without its braces.
  const names =
    requested
      ?.replace(/\{[^}]*\}/g, '')
      .split(',')
      .map((name) => name.trim()) ?? node.byDefault;
  const value: Record<string, unknown> = {};
  for (const name of names.filter((name) => name !== '')) {
    if (!Object.hasOwn(node.fields, name)) {
      return refused(invalidParameter(`Tried accessing nonexisting field (${name}) on node type (${node.type})`));
    }
    if (node.fields[name] !== undefined) value[name] = node.fields[name];
  }
  if (Object.hasOwn(node.fields, 'id')) value.id = node.fields.id;
  return answered(value);
}

/** Answers a list of nodes inside `data`. */
export function answerList(nodes: readonly Node[], requested: string | undefined): GraphAnswer {
  const data: unknown[] = [];
  for (const node of nodes) {
    const answer = answerFields(node, requested);
    if (!answer.ok) return answer;
    data.push(answer.body);
  }
  return answered({ data });
}

/** The same answer as the only entry of `data`. */
export function wrapInData(answer: GraphAnswer): GraphAnswer {
  return answer.ok ? answered({ data: [answer.body] }) : answer;
}

/** `2026-09-26T22:36:43+0000`: no colon in the offset, no milliseconds. */
export function graphTimestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}
