import { example } from '../example.ts';
import { exampleAccount, exampleHubAccount, exampleXAccount } from '../example-resources.ts';
import type { accounts } from './accounts.ts';
import type { NotesOf } from './route-notes.ts';

export const accountsNotes: NotesOf<typeof accounts> = {
  connect: {
    operationId: 'connectAccount',
    tag: 'Accounts',
    summary: 'Start connecting an account',
    description:
      'Starts the hosted connect flow of one network and returns the address to send the user to. Each call creates a new address, which is valid for 10 minutes and works once. Afterwards the user is redirected to `redirectUrl` with `status=success`, `accountId`, `platform` and `username`, or with `status=error` and `reason`.',
    requests: [
      example('Connect Instagram and come back to the app', {
        platform: 'instagram',
        profileId: 'customer-17',
        redirectUrl: 'https://app.example.com/connected?from=settings',
      }),
    ],
    answers: {
      200: {
        description: 'The flow has started; send the user to `authUrl`.',
        example: example('Send the user here', {
          authUrl: 'https://fanfare.example.com/connect/r8Q2mXn4kV7tYc1LwZp9Jb3HsD6GfA5eUoNiKxT0vBM',
        }),
      },
    },
  },
  connectHub: {
    operationId: 'connectHubAccount',
    tag: 'Accounts',
    summary: 'Connect an account of a self-hosted hub',
    description:
      'Connects with a key of the hub user, or with a one-time connect code that the hub user generated. The service checks that the user may publish and upload images. The connection never expires. When you connect the same hub user again, the account keeps its id and gets the new key and default space. After a failure a connect code may be used up: let the hub generate a new one.',
    requests: [
      example('With a WordPress application password', {
        hubUrl: 'https://community.example.org',
        type: 'wordpress',
        username: 'ann',
        apiKey: 'abcd efgh ijkl mnop qrst uvwx',
        defaultSpaceSlug: 'news',
      }),
      example('With a one-time code of the hub user', {
        hubUrl: 'https://community.example.org',
        connectCode: 'TCVX-XRPK-KNNF-NLSW',
      }),
    ],
    answers: {
      200: {
        description: 'The hub user had an account already; it now has the new key.',
        example: example('Connected before', { account: exampleHubAccount }),
      },
      201: { description: 'The account is connected.', example: example('Connected', { account: exampleHubAccount }) },
    },
  },
  list: {
    operationId: 'listAccounts',
    tag: 'Accounts',
    summary: 'List accounts',
    description:
      'Lists the accounts of the project, oldest first. Revoked accounts are missing unless you send `includeRevoked=true` or `status=revoked`.',
    requests: [],
    answers: {
      200: {
        description: 'The accounts that match.',
        example: example('Three accounts', { accounts: [exampleAccount, exampleXAccount, exampleHubAccount] }),
      },
    },
  },
  get: {
    operationId: 'getAccount',
    tag: 'Accounts',
    summary: 'Get an account',
    description: 'Returns one account of the project, even a revoked one.',
    requests: [],
    answers: {
      200: { description: 'The account.', example: example('An Instagram account', { account: exampleAccount }) },
    },
  },
  delete: {
    operationId: 'deleteAccount',
    tag: 'Accounts',
    summary: 'Disconnect an account',
    description:
      'Destroys the credentials and keeps the account as `revoked`; it no longer counts against the plan’s cap. When you connect the same profile again, the account returns under the same id.',
    requests: [],
    answers: {
      200: {
        description: 'The credentials are destroyed and the account is `revoked`, also if it was before.',
        example: example('Disconnected', { deleted: true }),
      },
    },
  },
  spaces: {
    operationId: 'listSpaces',
    tag: 'Accounts',
    summary: 'List the spaces of a hub account',
    description:
      'Lists and searches the current spaces of the hub, ordered by name: the categories of WordPress, the channels of Micropub. Use the `slug` as `spaceSlug` of a target. An account that is not on a hub answers `invalid_request`.',
    requests: [],
    answers: {
      200: {
        description: 'One page of spaces.',
        example: example('Spaces of a WordPress hub', {
          spaces: [
            {
              slug: 'news',
              id: '2',
              name: 'News',
              description: null,
              url: 'https://community.example.org/category/news/',
              isDefault: true,
              canPost: null,
            },
            {
              slug: 'recipes',
              id: '7',
              name: 'Recipes',
              description: 'What we bake, and how.',
              url: 'https://community.example.org/category/recipes/',
              isDefault: false,
              canPost: null,
            },
          ],
          total: 2,
          limit: 25,
          offset: 0,
        }),
      },
    },
  },
  mentions: {
    operationId: 'findMentions',
    tag: 'Accounts',
    summary: 'Find whom a post can mention',
    description:
      'Looks up an organization on LinkedIn by the name in its address, for accounts of an app that LinkedIn approved for pages. With an account of a page that was connected with `r_organization_followers`, also people who follow the page, by the beginning of their first or last name; LinkedIn has no look-up of other people, and none for members. Write `text` of what is found into `content`. An account of another platform gets an empty list and the reason in `error`.',
    requests: [],
    answers: {
      200: {
        description: 'What the network found.',
        example: example('An organization and a person', {
          mentions: [
            {
              type: 'organization',
              name: 'Harbour Coffee',
              headline: null,
              platformUserId: 'organization:90314427',
              text: '@[Harbour Coffee](urn:li:organization:90314427)',
              url: 'https://www.linkedin.com/company/harbour-coffee',
            },
            {
              type: 'person',
              name: 'Ada Harbour',
              headline: 'Head of Roasting',
              platformUserId: 'k3Vb8RqTzP',
              text: '@[Ada Harbour](urn:li:person:k3Vb8RqTzP)',
              url: null,
            },
          ],
          error: null,
        }),
      },
    },
  },
};
