import { fieldOfPath } from '../field-ids.ts';
import type { Form } from '../form.ts';
import type { ComposerProblem } from '../judge.ts';

/** A broken rule, and the network whose rule it is; null for a rule of all. */
export type FieldProblem = Pick<ComposerProblem, 'rule' | 'message' | 'path'> & { readonly platform: string | null };

/** Broken rules by the id of their field. Two accounts of one network have one entry. */
export function problemsOfFields(
  problems: readonly ComposerProblem[],
  form: Form,
): ReadonlyMap<string, readonly FieldProblem[]> {
  const fields = new Map<string, FieldProblem[]>();
  for (const { rule, message, path, accountId } of problems) {
    if (rule === null) continue;
    const id = fieldOfPath(path, form);
    const platform = form.targets.find((target) => target.accountId === accountId)?.platform ?? null;
    const found = fields.get(id) ?? [];
    fields.set(id, found);
    if (!found.some((one) => one.platform === platform && one.rule === rule))
      found.push({ rule, message, path, platform });
  }
  return fields;
}
