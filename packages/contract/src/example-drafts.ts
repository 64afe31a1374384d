import type { DraftCheck, PostDraft } from './drafts.ts';
import { exampleXAccount } from './example-resources.ts';

export const exampleDraft: PostDraft = {
  id: 'drf_01m7w4n6h8e5s9yv2k0qd3x7bn',
  version: 1,
  note: 'From the notes of the meeting on Thursday. Is the price right?',
  request: {
    content: 'Stollen season opens on Monday.',
    platforms: [{ platform: 'x', accountId: exampleXAccount.id }],
    publishAt: '2026-11-23T07:00:00+01:00',
  },
  idempotencyKey: 'drf_01m7w4n6h8e5s9yv2k0qd3x7bn',
  postId: null,
  composeUrl:
    'https://fanfare.example.com/compose?draft=drf_01m7w4n6h8e5s9yv2k0qd3x7bn&project=prj_01m3xtp9dyf2vbq6s0a8k4n7ce',
  createdBy: { type: 'key', name: 'Writing assistant' },
  createdAt: '2026-11-20T09:31:02.118Z',
  updatedAt: '2026-11-20T09:31:02.118Z',
};

export const exampleCheck: DraftCheck = { valid: true, problems: [], violations: [], warnings: [], units: 1 };

export const exampleChangedDraft: PostDraft = {
  ...exampleDraft,
  version: 2,
  request: { content: 'Stollen season opens on Monday.' },
  updatedAt: '2026-11-20T09:40:11.902Z',
};

export const exampleIncomplete: DraftCheck = {
  valid: false,
  problems: [{ path: 'platforms', message: 'Required.' }],
  violations: [],
  warnings: [],
  units: 0,
};
