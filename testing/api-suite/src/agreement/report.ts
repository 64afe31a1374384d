import { inspect } from 'node:util';
import type { WireRequest } from '../implementation.ts';
import type { Found } from './agree.ts';
import { type Step, textOf } from './call.ts';

const SHOWN_CHARS = 2_000;
const BRIEF_CHARS = 300;
const cut = (text: string, chars = SHOWN_CHARS): string =>
  text.length <= chars ? text : `${text.slice(0, chars)}… (${text.length} characters)`;

/** A disagreement as one reads it in a log, with what it takes to see it again. */
export function report({ steps, disagreement, search }: Found): string {
  const { seed, plan, path } = search;
  const { step, request, server, mock } = disagreement;
  const before = steps.slice(0, -1);
  return [
    `The server and the mock disagree (plan ${plan}).`,
    '',
    `Change:  ${step.mutation ?? 'none, as documented'}`,
    wire(request),
    '',
    `Server:  ${cut(inspect(server, { depth: 12, breakLength: 140 }))}`,
    `Mock:    ${cut(inspect(mock, { depth: 12, breakLength: 140 }))}`,
    '',
    before.length === 0 ? 'It takes no other request.' : 'Before it, in this order:',
    ...before.map(brief),
    '',
    `Again:   AGREEMENT_SEED=${seed} AGREEMENT_PLAN=${plan} AGREEMENT_PATH=${path} pnpm test testing/api-suite/test/agreement.test.ts`,
  ].join('\n');
}

const wire = ({ method, path, headers = [], body }: WireRequest): string =>
  [
    `Request: ${method} ${cut(path)}`,
    ...headers.map(
      ([name, value]) =>
        `         ${name}: ${/^authorization$/i.test(name) ? value.replace(/(fanfare_sk_.{4})\w+/, '$1…') : cut(value)}`,
    ),
    ...(body === undefined ? [] : [`         ${cut(body)}`]),
  ].join('\n');

const brief = ({ call, mutation }: Step): string =>
  `  ${call.method} ${call.path} ${cut(textOf(call) ?? '', BRIEF_CHARS)}${mutation === null ? '' : ` (${mutation})`}`;
