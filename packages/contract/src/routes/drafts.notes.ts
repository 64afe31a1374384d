import { example } from '../example.ts';
import { exampleChangedDraft, exampleCheck, exampleDraft, exampleIncomplete } from '../example-drafts.ts';
import type { drafts } from './drafts.ts';
import type { NotesOf } from './route-notes.ts';

const { note, request } = exampleDraft;

export const draftsNotes: NotesOf<typeof drafts> = {
  create: {
    operationId: 'createDraft',
    tag: 'Drafts',
    summary: 'Save a draft',
    description:
      'Stores a request for `POST /api/v1/posts` for a person to look at; nothing is published. `check` says at once what keeps it from being published. Give `composeUrl` to a person, who changes and publishes the draft in the dashboard. A project has at most 200 drafts that are not published. With an `Idempotency-Key` a repeated call answers the same draft.',
    requests: [
      example('A scheduled post', { note: note ?? undefined, request }),
      example('A text whose accounts a person chooses', { request: { content: 'Stollen season opens on Monday.' } }),
    ],
    answers: {
      200: {
        description: 'The key was used before; this is its draft as it is now.',
        headers: ['Idempotency-Mismatch'],
        example: example('Saved before', { draft: exampleDraft, check: exampleCheck }),
      },
      201: {
        description: 'The draft is stored, whether it can be published or not: read `check`.',
        example: example('Saved', { draft: exampleDraft, check: exampleCheck }),
      },
    },
  },
  list: {
    operationId: 'listDrafts',
    tag: 'Drafts',
    summary: 'List drafts',
    description:
      'Drafts of the project, newest first, also those that people write in the dashboard. A draft that was published stays for 30 days after its last change.',
    requests: [],
    answers: {
      200: {
        description: 'One page.',
        example: example('One draft', { drafts: [exampleDraft], hasMore: false, nextCursor: null }),
      },
    },
  },
  get: {
    operationId: 'getDraft',
    tag: 'Drafts',
    summary: 'Read a draft',
    description:
      'One draft, with what keeps it from being published now. `postId` names the post once somebody has published it.',
    requests: [],
    answers: {
      200: { description: 'The draft.', example: example('Ready', { draft: exampleDraft, check: exampleCheck }) },
    },
  },
  update: {
    operationId: 'updateDraft',
    tag: 'Drafts',
    summary: 'Change a draft',
    description:
      'Replaces the request, the note or both. `version` must be that of the draft, so that you never overwrite what somebody changed meanwhile: it answers `draft_conflict` then. A draft that was published is not changed any more.',
    requests: [example('Without accounts', { version: 1, request: exampleChangedDraft.request })],
    answers: {
      200: {
        description: 'The draft is changed.',
        example: example('Changed', { draft: exampleChangedDraft, check: exampleIncomplete }),
      },
    },
  },
  delete: {
    operationId: 'deleteDraft',
    tag: 'Drafts',
    summary: 'Delete a draft',
    description: 'Deletes a draft. The post that it became, if any, stays.',
    requests: [],
    answers: { 200: { description: 'The draft is gone.', example: example('Deleted', { deleted: true }) } },
  },
};
