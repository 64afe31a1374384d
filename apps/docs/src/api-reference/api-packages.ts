/** A package of the reference, and its pages in order, each a module in `modules/<package>`. */
export type ApiPackage = {
  readonly name: string;
  readonly intro: string;
  /** Titles by page. */
  readonly pages: Readonly<Record<string, string>>;
};

export const API_PACKAGES: Readonly<Record<'sdk' | 'mock', ApiPackage>> = {
  sdk: {
    name: '@fanfare/sdk',
    intro: 'The client. To begin with it, read the [quick start](../../quick-start-sdk.md).',
    pages: {
      client: 'Client',
      posts: 'Posts',
      drafts: 'Drafts',
      media: 'Hosted files',
      upload: 'Uploading in a page',
      accounts: 'Accounts',
      connect: 'Connecting accounts',
      reposts: 'Reposts',
      'platforms-and-usage': 'Platforms and usage',
      webhooks: 'Webhooks',
      events: 'Events',
      'verify-webhooks': 'Verifying webhooks',
      errors: 'Errors',
      'failed-targets': 'Failed targets',
    },
  },
  mock: {
    name: '@fanfare/mock',
    intro: 'The API in memory. To begin with it, read the [quick start](../../quick-start-mock.md).',
    pages: {
      mock: 'The mock',
      seeding: 'Seeding',
      scenarios: 'Scenarios',
      failures: 'Failures',
      connect: 'Connecting accounts',
      hubs: 'Hubs',
      media: 'Hosted files',
      webhooks: 'Webhooks and events',
      msw: 'Mock Service Worker',
      playwright: 'Playwright',
      server: 'The standalone server',
    },
  },
};

/** Names that people look for first on their page, in this order. */
export const READ_FIRST: readonly string[] = [
  'Fanfare',
  'FanfareOptions',
  'RequestOptions',
  'Posts',
  'Media',
  'CreatingPost',
  'CreatePostRequest',
  'TargetRequest',
  'MediaItem',
  'Post',
  'Target',
  'Accounts',
  'Account',
  'Reposts',
  'Platforms',
  'PlanUsage',
  'Webhooks',
  'Webhook',
  'Events',
  'WebhookEvent',
  'verify',
  'FanfareError',
  'FanfareApiError',
  'FanfareConnectionError',
  'FanfareTimeoutError',
  'UnexpectedAnswerError',
  'failedTargets',
  'createMock',
  'MockOptions',
  'Mock',
  'Seeding',
  'MockNetwork',
  'Faults',
  'MockConnect',
  'fanfareFixture',
  'serveMock',
];
