import type { INodeProperties } from 'n8n-workflow';
import { operationsOf, shownFor } from './form-parts.ts';

/** Fields of the operations on files. */
export const MEDIA_FIELDS: INodeProperties[] = [
  operationsOf('media', 'upload', [
    {
      name: 'Upload',
      value: 'upload',
      action: 'Upload a file',
      description: 'Host binary data, to use its address in posts',
    },
  ]),
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
