import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const shownFor = (resource: string, ...operations: string[]) => ({
  show: { resource: [resource], operation: operations },
});
const MAKES = ['publish', 'schedule', 'check'];

const PLATFORM: INodeProperties = {
  displayName: 'Platform',
  name: 'platform',
  type: 'string',
  default: '',
  placeholder: 'x',
  description: 'Only those of this platform',
};

const OPERATIONS: Readonly<Record<string, INodePropertyOptions[]>> = {
  post: [
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
  ],
  media: [
    {
      name: 'Upload',
      value: 'upload',
      action: 'Upload a file',
      description: 'Host binary data, to use its address in posts',
    },
  ],
  account: [
    { name: 'Get Many', value: 'getAll', action: 'Get many accounts', description: 'Get many connected accounts' },
  ],
};

const operationsOf = (resource: string, first: string): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options: OPERATIONS[resource] ?? [],
  default: first,
});

/** Every field of the node. */
export const FIELDS: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Account', value: 'account' },
      { name: 'Media', value: 'media' },
      { name: 'Post', value: 'post' },
    ],
    default: 'post',
  },
  operationsOf('post', 'publish'),
  operationsOf('media', 'upload'),
  operationsOf('account', 'getAll'),
  {
    displayName: 'Account Names or IDs',
    name: 'accounts',
    type: 'multiOptions',
    typeOptions: { loadOptionsMethod: 'getAccounts' },
    default: [],
    required: true,
    displayOptions: shownFor('post', ...MAKES),
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    hint: 'An expression may also give platforms and usernames with commas, such as “x, @ada”',
  },
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    displayOptions: shownFor('post', ...MAKES),
  },
  {
    displayName: 'Publish At',
    name: 'publishAt',
    type: 'dateTime',
    default: '',
    required: true,
    displayOptions: shownFor('post', 'schedule'),
    description: 'When to publish. A time without an offset is in the time zone of the workflow.',
  },
  {
    displayName: 'Media',
    name: 'media',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    placeholder: 'Add Media',
    default: {},
    displayOptions: shownFor('post', ...MAKES),
    description: 'Images, videos and documents in the order in which they are shown',
    options: [
      {
        displayName: 'Items',
        name: 'items',
        values: [
          {
            displayName: 'Alt Text',
            name: 'altText',
            type: 'string',
            default: '',
            description: 'What an image shows, for people who do not see it',
          },
          {
            displayName: 'Input Binary Field',
            name: 'binaryPropertyName',
            type: 'string',
            default: 'data',
            displayOptions: { show: { source: ['binary'] } },
            hint: 'The name of the input field with the file, or several with commas',
          },
          {
            displayName: 'Source',
            name: 'source',
            type: 'options',
            options: [
              { name: 'Binary Data', value: 'binary' },
              { name: 'URL', value: 'url' },
            ],
            default: 'binary',
          },
          {
            displayName: 'Type',
            name: 'type',
            type: 'options',
            options: [
              { name: 'Automatic', value: 'auto' },
              { name: 'Document', value: 'document' },
              { name: 'Image', value: 'image' },
              { name: 'Video', value: 'video' },
            ],
            default: 'auto',
            displayOptions: { show: { source: ['url'] } },
            description: 'By the end of the address, unless you choose one',
          },
          {
            displayName: 'URL',
            name: 'url',
            type: 'string',
            default: '',
            displayOptions: { show: { source: ['url'] } },
            description: 'A public address, which the networks fetch',
          },
        ],
      },
    ],
  },
  {
    displayName: 'Options of Platforms',
    name: 'targetOptions',
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    displayOptions: shownFor('post', ...MAKES),
    typeOptions: {
      loadOptionsDependsOn: ['accounts'],
      resourceMapper: {
        resourceMapperMethod: 'getTargetOptions',
        mode: 'add',
        fieldWords: { singular: 'option', plural: 'options' },
        addAllFields: false,
        supportAutoMap: false,
        multiKeyMatch: false,
      },
    },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: shownFor('post', ...MAKES),
    options: [
      {
        displayName: 'Convert Files',
        name: 'convert',
        type: 'boolean',
        default: true,
        description: 'Whether a file that a platform does not take is sent to it in a form that it takes',
      },
      {
        displayName: 'First Comment',
        name: 'firstComment',
        type: 'string',
        default: '',
        description: 'Comment that the author adds right after publishing, where the platform has them',
      },
      {
        displayName: 'Idempotency Key',
        name: 'idempotencyKey',
        type: 'string',
        default: '',
        description:
          'Name of the post: a repeated key publishes nothing twice. By default made of execution, node, run and item, so that Retry On Fail is safe. Give the ID of a row to be safe over executions, too.',
      },
      {
        displayName: 'Ignore Other Binary Data',
        name: 'ignoreUnusedBinary',
        type: 'boolean',
        default: false,
        description:
          'Whether binary data of the item that Media does not name may be left out. Otherwise the item fails.',
      },
      {
        displayName: 'On Failed Targets',
        name: 'onFailedTargets',
        type: 'options',
        options: [
          { name: 'Continue With the Result', value: 'continue' },
          { name: 'Fail the Item', value: 'fail' },
        ],
        default: 'fail',
        description: 'What happens when the post failed on one of its accounts',
      },
    ],
  },
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
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('account', 'getAll'),
    options: [PLATFORM],
  },
  {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    displayOptions: shownFor('media', 'upload'),
    hint: 'The name of the input field with the file',
  },
  {
    displayName: 'File Name',
    name: 'fileName',
    type: 'string',
    default: '',
    displayOptions: shownFor('media', 'upload'),
    description: 'By default that of the binary data',
  },
];
