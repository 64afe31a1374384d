import { example } from '../example.ts';
import { exampleWebhook } from '../example-webhook.ts';
import type { NotesOf } from './route-notes.ts';
import type { webhooks } from './webhooks.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDEAIjmLGxvOc=';

export const webhooksNotes: NotesOf<typeof webhooks> = {
  create: {
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Registers an address that receives events, signed as Standard Webhooks describes. The secret is returned only here. The webhook receives what happens from now on.',
    requests: [
      example('Results of posts on X and LinkedIn', {
        url: 'https://app.example.com/hooks/fanfare',
        events: ['target.published', 'target.failed', 'account.expired'],
        platforms: ['x', 'linkedin'],
        description: 'Production',
      }),
      example('Every event', { url: 'https://app.example.com/hooks/fanfare' }),
    ],
    answers: {
      201: {
        description: 'The webhook receives events from now on; store the secret.',
        example: example('Created', { webhook: exampleWebhook, secret }),
      },
    },
  },
  list: {
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Lists the webhooks of the project, oldest first.',
    requests: [],
    answers: {
      200: { description: 'Every webhook.', example: example('One webhook', { webhooks: [exampleWebhook] }) },
    },
  },
  get: {
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'Returns one webhook, without its secret.',
    requests: [],
    answers: {
      200: {
        description: 'The webhook.',
        example: example('A webhook that was disabled', {
          webhook: {
            ...exampleWebhook,
            enabled: false,
            disabledReason: 'failing',
            disabledAt: '2026-11-20T03:12:45.006Z',
            failingSince: '2026-11-15T03:10:02.551Z',
          },
        }),
      },
    },
  },
  update: {
    operationId: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Changes the fields that you send. When you enable a disabled webhook, `missed` says how many deliveries wait: a replay with `status` `missed` sends them.',
    requests: [
      example('Enable it again', { enabled: true }),
      example('Receive every event of one customer', { events: [], platforms: [], profileId: 'customer-17' }),
    ],
    answers: {
      200: {
        description: 'The webhook is changed.',
        example: example('Enabled again', { webhook: exampleWebhook, missed: 12 }),
      },
    },
  },
  delete: {
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its secret and its deliveries. Nothing is sent to it any more.',
    requests: [],
    answers: {
      200: { description: 'The webhook no longer exists.', example: example('Deleted', { deleted: true }) },
    },
  },
  rotateSecret: {
    operationId: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook',
    description:
      'Makes a new secret. During the overlap each delivery has two signatures, one by each secret, so that you can change the receiver at any moment. While a previous secret signs, a further rotation is refused, unless it ends the old secrets at once with `overlapSeconds` 0.',
    requests: [
      example('Change the receiver within an hour', { overlapSeconds: 3600 }),
      example('The secret has leaked', { overlapSeconds: 0 }),
    ],
    answers: {
      200: {
        description: 'The new secret signs; store it.',
        example: example('Both secrets sign for an hour', {
          webhook: { ...exampleWebhook, previousSecretExpiresAt: '2026-11-20T10:30:00.000Z' },
          secret,
          previousSecretExpiresAt: '2026-11-20T10:30:00.000Z',
        }),
      },
    },
  },
  test: {
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Test a webhook',
    description:
      'Sends a `webhook.test` event now, once, also to a disabled webhook, and returns what the webhook answered. Nothing is recorded.',
    requests: [],
    answers: {
      200: {
        description: 'The test was made; read `delivered`.',
        example: example('The receiver failed', {
          delivered: false,
          durationMs: 87,
          status: 500,
          error: 'not_2xx: The webhook answered 500.',
          response: 'Internal Server Error',
        }),
      },
    },
  },
  deliveries: {
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook',
    description:
      'Lists deliveries with every attempt and what the webhook answered, newest first. They are kept for 30 days.',
    requests: [],
    answers: {
      200: {
        description: 'One page of deliveries.',
        example: example('A delivery that is tried again', {
          deliveries: [
            {
              id: 'dlv_01m7w4nd7fe6msz3h8s5p0k2y4',
              eventId: 'evt_01m7w4nd6xe3k8yv9qkq3c2w8h',
              eventType: 'target.published',
              status: 'pending',
              createdAt: '2026-11-20T09:30:07.951Z',
              nextAttemptAt: '2026-11-20T09:30:13.402Z',
              attempts: [
                {
                  number: 1,
                  at: '2026-11-20T09:30:07.980Z',
                  durationMs: 41,
                  status: 503,
                  error: 'not_2xx: The webhook answered 503.',
                  response: 'Deploying',
                },
              ],
            },
          ],
          hasMore: false,
          nextCursor: null,
        }),
      },
    },
  },
  replay: {
    operationId: 'replayWebhook',
    tag: 'Webhooks',
    summary: 'Send events to a webhook again',
    description:
      'Sends deliveries of this webhook again, with the same event id and body: those of up to 25 events, or those of a range of time. An event that this webhook has no delivery of is refused; `GET /api/v1/events` has every event of the project.',
    requests: [
      example('Everything it missed since Sunday', { since: '2026-11-15T00:00:00Z', status: 'missed' }),
      example('One event', { eventIds: ['evt_01m7w4nd6xe3k8yv9qkq3c2w8h'] }),
    ],
    answers: {
      202: { description: 'The deliveries are due now.', example: example('Twelve', { replayed: 12 }) },
    },
  },
};
