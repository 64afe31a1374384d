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
      'Reshares a post the service need not have published, named by its link or by platform and id. Repeated calls change nothing, answer with the same repost and are billed once per account and post. One that failed is tried again, also after `outcome_unknown`: it is made once and billed once. The quota is checked for all accounts before any of them reposts.',
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
