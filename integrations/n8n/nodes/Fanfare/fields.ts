import type { INodeProperties } from 'n8n-workflow';
import { ACCOUNT_FIELDS } from './account-fields.ts';
import { MEDIA_FIELDS } from './media-fields.ts';
import { POST_FIELDS } from './post-fields.ts';

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
  ...POST_FIELDS,
  ...MEDIA_FIELDS,
  ...ACCOUNT_FIELDS,
];
