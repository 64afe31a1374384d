import { LIMITS } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import { validate } from './arbitrary-posts.ts';
import { number, optional, queryOf } from './arbitrary-query.ts';
import { type Call, callOf, type Json, pathOf } from './call.ts';

/** Requests as the dry run gets them, and what is none. */
const request: Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: validate.map(({ body }) => body ?? {}) },
  { weight: 1, arbitrary: fc.constantFrom<Json>({}, { content: 'Text.', later: [1, null] }, { platforms: 'x' }) },
);
const note = fc.constantFrom('', 'Is the date right?', 'a'.repeat(LIMITS.draftNoteChars.value));

export const saveDraft: Arbitrary<Call> = fc
  .tuple(
    fc.record({ request, note }, { requiredKeys: ['request'] }),
    fc.option(fc.constantFrom('{{nonce}}', 'one-draft', '"one-draft"')),
  )
  .map(([body, key]) => callOf('drafts.create', { body, headers: key === null ? [] : [['Idempotency-Key', key]] }));

export const listDrafts: Arbitrary<Call> = fc
  .record(
    {
      limit: fc.constantFrom(1, 2, LIMITS.listMax.value),
      published: fc.boolean(),
      cursor: number.map((at) => `{{cursor:${at}}}`),
    },
    optional,
  )
  .map((query) => callOf('drafts.list', { query: queryOf(query) }));

const id = number.map((at) => `{{draft:${at}}}`);

export const getDraft: Arbitrary<Call> = id.map((one) => callOf('drafts.get', { path: pathOf('drafts.get', one) }));
export const changeDraft: Arbitrary<Call> = fc
  .tuple(id, fc.record({ version: fc.constantFrom(1, 2), request, note }, { requiredKeys: ['version'] }))
  .map(([one, body]) => callOf('drafts.update', { path: pathOf('drafts.update', one), body }));
export const deleteDraft: Arbitrary<Call> = id.map((one) =>
  callOf('drafts.delete', { path: pathOf('drafts.delete', one) }),
);
