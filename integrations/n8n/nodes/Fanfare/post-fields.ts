import type { INodeProperties } from 'n8n-workflow';
import { operationsOf, PLATFORM, shownFor } from './form-parts.ts';
import { POST_CONTENT_FIELDS } from './post-content-fields.ts';

/** Fields of the operations on posts. */
export const POST_FIELDS: INodeProperties[] = [
  operationsOf('post', 'publish', [
    {
      name: 'Cancel',
      value: 'cancel',
      action: 'Cancel a scheduled post',
      description: 'Cancel a scheduled post that is still waiting',
    },
    {
      name: 'Check',
      value: 'check',
      action: 'Check a post',
      description: 'Apply the rules of every platform without publishing',
    },
    { name: 'Get', value: 'get', action: 'Get a post', description: 'Get a post with the result of every account' },
    { name: 'Get Many', value: 'getAll', action: 'Get many posts', description: 'Get many posts, newest first' },
    {
      name: 'Get Metrics',
      value: 'getMetrics',
      action: 'Get metrics of a post',
      description: 'Read views, likes, comments and shares from the networks',
    },
    {
      name: 'Publish',
      value: 'publish',
      action: 'Publish a post',
      description: 'Publish to one or several accounts now and wait for every network',
    },
    {
      name: 'Retry Failed',
      value: 'retryFailed',
      action: 'Retry the failed targets of a post',
      description: 'Publish to the accounts that failed again, and to no other',
    },
    { name: 'Schedule', value: 'schedule', action: 'Schedule a post', description: 'Publish at a later time' },
  ]),
  ...POST_CONTENT_FIELDS,
  {
    displayName: 'Post ID',
    name: 'postId',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'post_…',
    displayOptions: shownFor('post', 'get', 'cancel', 'retryFailed', 'getMetrics'),
  },
  {
    displayName: 'Include Unknown Outcomes',
    name: 'includeOutcomeUnknown',
    type: 'boolean',
    default: false,
    displayOptions: shownFor('post', 'retryFailed'),
    description:
      'Whether to send targets with outcome_unknown again, too. They may be live: look at the accounts first.',
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    displayOptions: shownFor('post', 'getAll'),
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: { show: { resource: ['post'], operation: ['getAll'], returnAll: [false] } },
    description: 'Max number of results to return',
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('post', 'getAll'),
    options: [
      PLATFORM,
      {
        displayName: 'Status',
        name: 'status',
        type: 'options',
        options: ['cancelled', 'failed', 'partial', 'published', 'publishing', 'scheduled'].map((value) => ({
          name: (value[0] ?? '').toUpperCase() + value.slice(1),
          value,
        })),
        default: 'published',
      },
    ],
  },
];
