import { example } from '../example.ts';
import type { NotesOf } from './route-notes.ts';
import type { usage } from './usage.ts';

export const usageNotes: NotesOf<typeof usage> = {
  get: {
    operationId: 'getUsage',
    tag: 'Usage',
    summary: 'Get the usage of the current period',
    description:
      'Returns what was billed and reserved in the current period, in units: 1 per network write, 65 for an `x` post with a link.',
    requests: [],
    answers: {
      200: {
        description: 'Usage of the current period.',
        example: example('A plan that stops at 100 units', {
          plan: 'free',
          periodStart: '2026-11-01T00:00:00.000Z',
          periodEnd: '2026-12-01T00:00:00.000Z',
          included: 100,
          used: 61,
          reserved: 4,
          remaining: 35,
          overage: false,
        }),
      },
    },
  },
};
