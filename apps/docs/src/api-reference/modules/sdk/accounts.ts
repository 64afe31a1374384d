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
  FindMentionsParams,
  Hub,
  HubType,
  HubTypeNames,
  ListAccountsParams,
  ListSpacesParams,
  Mention,
  MentionList,
  Space,
  SpaceList,
} from '@fanfare/sdk';
