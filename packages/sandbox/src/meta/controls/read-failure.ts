import { type JsonObject, readFlag, readOptionalText, readWhole } from '../../read-json.ts';
import type { GraphFailure } from '../graph/graph-answer.ts';

/** Fields of a control that describe an error. */
export const failureFields = [
  'code',
  'subcode',
  'message',
  'type',
  'status',
  'title',
  'userMessage',
  'isTransient',
] as const;

/** Reads the error that a call answers with. */
export function readFailure(body: JsonObject): GraphFailure {
  const { subcode, status, isTransient } = body;
  const optional = {
    type: readOptionalText(body, 'type'),
    title: readOptionalText(body, 'title'),
    userMessage: readOptionalText(body, 'userMessage'),
  };
  return {
    code: readWhole(body, 'code', { min: -10, max: 10_000_000 }),
    message: readOptionalText(body, 'message') ?? 'An unknown error has occurred.',
    ...(subcode === undefined ? {} : { subcode: readWhole(body, 'subcode', { min: 1, max: 10_000_000 }) }),
    ...(status === undefined ? {} : { status: readWhole(body, 'status', { min: 400, max: 599 }) }),
    ...(isTransient === undefined ? {} : { isTransient: readFlag(body, 'isTransient') }),
    ...(optional.type === null ? {} : { type: optional.type }),
    ...(optional.title === null ? {} : { title: optional.title }),
    ...(optional.userMessage === null ? {} : { userMessage: optional.userMessage }),
  };
}
