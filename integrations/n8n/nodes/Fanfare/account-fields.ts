import type { INodeProperties } from 'n8n-workflow';
import { operationsOf, PLATFORM, shownFor } from './form-parts.ts';

/** Fields of the operations on accounts. */
export const ACCOUNT_FIELDS: INodeProperties[] = [
  operationsOf('account', 'getAll', [
    { name: 'Get Many', value: 'getAll', action: 'Get many accounts', description: 'Get many connected accounts' },
  ]),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('account', 'getAll'),
    options: [PLATFORM],
  },
];
