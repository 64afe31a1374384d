import type { ApiKey } from '@fanfare/app-contract';

export const SCOPES: readonly { readonly value: ApiKey['scope']; readonly label: string; readonly hint: string }[] = [
  { value: 'all', label: 'Everything', hint: 'Also webhooks, and disconnecting accounts.' },
  { value: 'publish', label: 'Publish', hint: 'Reads, publishes, reposts and connects.' },
  { value: 'draft', label: 'Draft', hint: 'Reads, uploads files and saves drafts. Publishes nothing.' },
  { value: 'read', label: 'Read only', hint: 'Changes nothing.' },
];

export const scopeLabel = (scope: ApiKey['scope']): string =>
  SCOPES.find(({ value }) => value === scope)?.label ?? scope;
