import type { Role } from '@fanfare/app-contract';

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly hint: string }[] = [
  { value: 'member', label: 'Member', hint: 'Writes posts, connects accounts, creates keys.' },
  { value: 'owner', label: 'Owner', hint: 'Also invites people and changes projects.' },
];

export const roleLabel = (role: Role): string => ROLES.find(({ value }) => value === role)?.label ?? role;
