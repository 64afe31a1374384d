import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from './form-parts.ts';

const MAKES = ['publish', 'schedule', 'check'];

/** Fields of what a post says: for operations that make one, or check it. */
export const POST_CONTENT_FIELDS: INodeProperties[] = [
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
];
