/** A prompt of a person, and the calls that answer it, in their order. */
export type Prompt = { readonly prompt: string; readonly calls: readonly (readonly [tool: string, given: object])[] };

const X = 'acc_01m8hvay9xem29qwknwyf255zf';
const POST = 'post_01m8hvpchaepqrb6zsjw2q3kqq';
const PICTURE = 'https://example.com/harbour.jpg';

/** Prompts for evaluations of models: a tool is chosen by its description alone. */
export const PROMPTS: readonly Prompt[] = [
  { prompt: 'Is everything set up to post?', calls: [['check_setup', {}]] },
  { prompt: 'Which accounts are connected?', calls: [['list_accounts', {}]] },
  { prompt: 'Do we have a LinkedIn page?', calls: [['list_accounts', { platform: 'linkedin' }]] },
  { prompt: 'How long may a post on X be?', calls: [['platform_rules', { platform: 'x' }]] },
  { prompt: 'Which options do Instagram posts have?', calls: [['platform_rules', { platform: 'instagram' }]] },
  {
    prompt: 'Would "The harbour is awake." work on X and Threads?',
    calls: [['check_post', { content: 'The harbour is awake.', accounts: ['x', 'threads'] }]],
  },
  {
    prompt: `Can I post ${PICTURE} on Instagram?`,
    calls: [['check_post', { accounts: ['instagram'], media: [{ url: PICTURE, type: 'image' }] }]],
  },
  {
    prompt: 'What would it cost to post https://example.com on X tomorrow at nine, Berlin time?',
    calls: [
      ['check_post', { content: 'https://example.com', accounts: ['x'], publishAt: '2026-11-29T09:00:00+01:00' }],
    ],
  },
  {
    prompt: 'Post "Good morning." on X.',
    calls: [
      ['check_post', { content: 'Good morning.', accounts: ['x'] }],
      ['publish_post', { content: 'Good morning.', accounts: ['x'] }],
    ],
  },
  {
    prompt: 'Post it from @ada on X and on the page harbour-coffee.',
    calls: [['publish_post', { content: 'Good morning.', accounts: ['x:@ada', 'linkedin:@harbour-coffee'] }]],
  },
  { prompt: `Publish "Hi" to account ${X}.`, calls: [['publish_post', { content: 'Hi', accounts: [X] }]] },
  {
    prompt: `Post "Boats" with ${PICTURE} on Instagram and X, described as "Boats at dawn".`,
    calls: [
      [
        'publish_post',
        { content: 'Boats', accounts: ['instagram', 'x'], media: [{ url: PICTURE, altText: 'Boats at dawn' }] },
      ],
    ],
  },
  {
    prompt: 'Post on Threads and put the link into the first comment.',
    calls: [['publish_post', { content: 'News.', accounts: ['threads'], firstComment: 'https://example.com' }]],
  },
  {
    prompt: 'Post on X and LinkedIn, with a longer text on LinkedIn and without a link card.',
    calls: [
      [
        'publish_post',
        {
          ...{ content: 'Short.', accounts: ['x', 'linkedin'] },
          options: { linkedin: { content: 'A longer text.', link: 'none' } },
        },
      ],
    ],
  },
  {
    prompt: 'Ask on Threads: tea or coffee?',
    calls: [
      ['platform_rules', { platform: 'threads' }],
      [
        'publish_post',
        { content: 'What now?', accounts: ['threads'], options: { threads: { poll: { options: ['Tea', 'Coffee'] } } } },
      ],
    ],
  },
  {
    prompt: 'The connection broke. Did my post go out? Make sure that it does, once.',
    calls: [['publish_post', { content: 'Good morning.', accounts: ['x'] }]],
  },
  {
    prompt: 'Post the same greeting a second time today, on purpose.',
    calls: [['publish_post', { content: 'Good morning.', accounts: ['x'], idempotencyKey: 'greeting-2' }]],
  },
  {
    prompt: 'Schedule "See you at ten." on X for the first of December at nine in Berlin.',
    calls: [['schedule_post', { content: 'See you at ten.', accounts: ['x'], publishAt: '2026-12-01T09:00:00+01:00' }]],
  },
  { prompt: `Cancel ${POST}.`, calls: [['cancel_post', { postId: POST }]] },
  {
    prompt: 'Cancel what is planned for tomorrow on LinkedIn.',
    calls: [
      ['list_posts', { status: 'scheduled', platform: 'linkedin' }],
      ['cancel_post', { postId: POST }],
    ],
  },
  { prompt: `Is ${POST} live?`, calls: [['get_post', { postId: POST }]] },
  { prompt: 'What did we post last?', calls: [['list_posts', { limit: 1 }]] },
  {
    prompt: 'Which posts failed?',
    calls: [
      ['list_posts', { status: 'failed' }],
      ['list_posts', { status: 'partial' }],
    ],
  },
  { prompt: `What has account ${X} published?`, calls: [['list_posts', { accountId: X, status: 'published' }]] },
  { prompt: 'Show me older posts.', calls: [['list_posts', { cursor: 'eyJhIjoxfQ' }]] },
  {
    prompt: `The account is connected again. Send what failed of ${POST}.`,
    calls: [['retry_failed', { postId: POST }]],
  },
  {
    prompt: `I looked: the post of ${POST} is not on X. Send it again there.`,
    calls: [['retry_failed', { postId: POST, accountIds: [X], includeOutcomeUnknown: true }]],
  },
  { prompt: `How many likes has ${POST}?`, calls: [['get_metrics', { postId: POST }]] },
  { prompt: `Host ${PICTURE} for later.`, calls: [['upload_media', { url: PICTURE, filename: 'harbour.jpg' }]] },
  {
    prompt: 'Write something about our stollen for Instagram. I will look at it later.',
    calls: [['save_draft', { content: 'Stollen from Monday.', accounts: ['instagram'], note: 'Is the date right?' }]],
  },
  { prompt: 'Connect my Instagram account.', calls: [['connect_account', { platform: 'instagram' }]] },
];
