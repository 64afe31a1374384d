import { initContract } from '@ts-rest/core';
import {
  AccountPathSchema,
  AccountResponseSchema,
  DeleteAccountResponseSchema,
  ListAccountsQuerySchema,
  ListAccountsResponseSchema,
} from '../accounts.ts';
import { ConnectBodySchema, ConnectHubBodySchema, ConnectResponseSchema } from '../connect.ts';
import { CommonHeadersSchema } from '../headers.ts';
import { FindMentionsQuerySchema, FindMentionsResponseSchema } from '../mentions.ts';
import { NoQuerySchema } from '../request-object.ts';
import { ListSpacesQuerySchema, ListSpacesResponseSchema } from '../spaces.ts';
import { answering, BODY_CODES } from './answering.ts';

const c = initContract();

/** Routes below `/accounts`. */
export const accounts = c.router({
  connect: {
    method: 'POST',
    path: '/accounts/connect',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ConnectBodySchema,
    ...answering('publish', { 200: ConnectResponseSchema }, [...BODY_CODES, 'account_limit_reached']),
  },
  connectHub: {
    method: 'POST',
    path: '/accounts/connect-hub',
    headers: CommonHeadersSchema,
    query: NoQuerySchema,
    body: ConnectHubBodySchema,
    ...answering('publish', { 200: AccountResponseSchema, 201: AccountResponseSchema }, [
      ...BODY_CODES,
      'account_limit_reached',
      'hub_url_not_allowed',
      'hub_auth_failed',
      'connect_code_invalid',
      'space_not_found',
      'hub_not_supported',
      'hub_unreachable',
      'hub_error',
    ]),
  },
  list: {
    method: 'GET',
    path: '/accounts',
    headers: CommonHeadersSchema,
    query: ListAccountsQuerySchema,
    ...answering('read', { 200: ListAccountsResponseSchema }, []),
  },
  get: {
    method: 'GET',
    path: '/accounts/:id',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: NoQuerySchema,
    ...answering('read', { 200: AccountResponseSchema }, ['not_found']),
  },
  delete: {
    method: 'DELETE',
    path: '/accounts/:id',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: NoQuerySchema,
    ...answering('all', { 200: DeleteAccountResponseSchema }, ['not_found']),
  },
  spaces: {
    method: 'GET',
    path: '/accounts/:id/spaces',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: ListSpacesQuerySchema,
    ...answering('read', { 200: ListSpacesResponseSchema }, [
      'not_found',
      'account_not_active',
      'hub_unreachable',
      'hub_error',
    ]),
  },
  mentions: {
    method: 'GET',
    path: '/accounts/:id/mentions',
    headers: CommonHeadersSchema,
    pathParams: AccountPathSchema,
    query: FindMentionsQuerySchema,
    ...answering('read', { 200: FindMentionsResponseSchema }, ['not_found']),
  },
});
