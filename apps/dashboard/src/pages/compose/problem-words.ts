import { type FieldProblem, fieldSentence } from '../../frame/field-words.ts';

/** Rules that speak of fields of a request. */
const RULES: Readonly<Record<string, string>> = {
  'linkedin.thumb_offset.unsupported':
    'LinkedIn cannot take a cover from a moment of the video. Give the address of a cover, or remove the moment for LinkedIn.',
};

/** A problem as the page says it, with the names that its fields have here. */
export const problemText = ({ rule, ...problem }: FieldProblem & { readonly rule: string | null }): string =>
  rule === null ? fieldSentence(problem) : (RULES[rule] ?? problem.message);
