import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Shows a field for operations of a resource. */
export const shownFor = (resource: string, ...operations: string[]) => ({
  show: { resource: [resource], operation: operations },
});

/** The field that chooses an operation of a resource. */
export const operationsOf = (resource: string, first: string, options: INodePropertyOptions[]): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: first,
});

/** A filter of lists. */
export const PLATFORM: INodeProperties = {
  displayName: 'Platform',
  name: 'platform',
  type: 'string',
  default: '',
  placeholder: 'x',
  description: 'Only those of this platform',
};
