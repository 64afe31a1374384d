/**
 * `fanfare.accounts`: list, read and disconnect the social accounts of a project, and start
 * connecting one.
 *
 * @module
 */
export type {
  Account,
  AccountAnswer,
  AccountDeleted,
  AccountList,
  AccountStatus,
  Accounts,
  Hub,
  HubType,
  HubTypeNames,
  ListAccountsParams,
  ListSpacesParams,
  Space,
  SpaceList,
} from '@fanfare/sdk';
