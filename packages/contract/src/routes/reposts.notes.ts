import { example } from '../example.ts';
import { exampleXAccount } from '../example-resources.ts';
import type { reposts } from './reposts.ts';
import type { NotesOf } from './route-notes.ts';

export const repostsNotes: NotesOf<typeof reposts> = {
  create: {
    operationId: 'createRepost',
    tag: 'Reposts',
    summary: 'Repost any post',
    description:
      'Reposts any post, also one that the service did not publish. Name it by its link, or by platform and id. A repeated call changes nothing and returns the same repost, which is billed once per account and post. A failed repost is tried again, also after `outcome_unknown`; it is made once and billed once. The quota is checked for all accounts before the first one reposts.',
    requests: [
      example('By link', {
        url: 'https://x.com/harbourbakery/status/1859183746501234567',
        accountIds: [exampleXAccount.id],
      }),
      example('By id', {
        platform: 'x',
        platformPostId: '1859183746501234567',
        accountIds: [exampleXAccount.id],
      }),
    ],
    answers: {
      200: {
        description: 'Every repost was attempted; read `reposts[].status`.',
        example: example('Reposted', {
          reposts: [
            {
              accountId: exampleXAccount.id,
              platform: 'x',
              status: 'reposted',
              platformRepostId: '1859190021480000001',
              error: null,
              repostedAt: '2026-11-20T10:12:45.007Z',
            },
          ],
        }),
      },
    },
  },
};
