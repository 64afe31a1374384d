/** The walls of docs/architecture.md that package.json files cannot hold. */
const only = (paths) => `^(${paths.join('|')})`;
const OURS = '^(packages|apps|testing|tooling|examples|integrations)/';

/** Files with the statements of a publish: what it waits for, what is due, counts and bills. */
const ON_THE_PATH_OF_A_PUBLISH = [
  '^apps/server/src/(posts/(?!drafts/)|publishing/|writes/)',
  '^apps/server/src/accounts/(named-accounts|credentials/(credentials|renewals))\\.table',
  '^apps/server/src/callers/(callers|rate-limits)\\.table',
  '^apps/server/src/db/instance\\.table',
  '^apps/server/src/events/(event-facts|event-positions|relay|webhooks/(due-deliveries|webhook-attempts))\\.table',
  '^apps/server/src/usage/(quota|reconcile|reservations)\\.table',
];

/** The folders of the dashboard from bottom to top. Those of one layer do not know each other. */
const DASHBOARD_LAYERS = [
  'api',
  'session',
  'location|icons',
  'parts',
  'frame',
  'accounts|posts|webhooks|usage|settings',
  'shell|pages',
  'app',
];
const inDashboard = (layers) => `^apps/dashboard/src/(${layers.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means two files that cannot be understood apart.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-imports-an-app',
      severity: 'error',
      from: { pathNot: '^(apps|examples)/|^testing/(bench/|run-tests\\.ts$)' },
      to: { path: '^apps/' },
    },
    {
      name: 'what-ships-knows-nothing-of-tests-and-tools',
      comment: 'The documentation shows the statements of the API suite.',
      severity: 'error',
      from: { path: '^(packages|apps)/.*/src/', pathNot: '^apps/docs/src/' },
      to: { path: '^(testing|tooling)/' },
    },
    {
      name: 'installations-start-the-server-by-its-entry',
      comment: 'An installation with a network of its own starts the server; nothing else of it is public.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^apps/', pathNot: '^apps/server/src/index\\.ts$' },
    },
    {
      name: 'simulators-of-examples-are-independent',
      comment: 'As with the sandbox: the simulator of a network must not know the adapter it is to catch.',
      severity: 'error',
      from: { path: '^examples/[^/]+/simulator/' },
      to: { path: OURS, pathNot: '^examples/[^/]+/simulator/' },
    },
    {
      name: 'contract-is-a-leaf',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { path: OURS, pathNot: '^packages/contract/' },
    },
    {
      name: 'the-contract-of-the-dashboard-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/app-contract/src' },
      to: { path: OURS, pathNot: '^packages/(app-)?contract/' },
    },
    {
      name: 'design-tokens-are-a-leaf',
      severity: 'error',
      from: { path: '^packages/design-tokens/src' },
      to: { path: OURS, pathNot: '^packages/design-tokens/' },
    },
    {
      name: 'rules-know-only-the-contract',
      severity: 'error',
      from: { path: '^packages/rules/src' },
      to: { path: OURS, pathNot: '^packages/(contract/|rules/|media-file/src/index\\.ts$)' },
    },
    {
      name: 'rules-know-the-facts-of-files-and-not-how-they-are-read',
      comment: 'The rules run in the mock, whose size in a browser is limited.',
      severity: 'error',
      from: { path: '^packages/(rules/src|(networks|hubs)/[^/]+/src/((content|file)-)?rules\\.ts$)' },
      to: { path: '^packages/media-file/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'media-files-are-a-leaf',
      severity: 'error',
      from: { path: '^packages/media-file/src' },
      to: { path: OURS, pathNot: '^packages/media-file/' },
    },
    {
      name: 'publish-keys-know-only-the-client',
      comment: 'Bundled into programs that speak to the API as its users do.',
      severity: 'error',
      from: { path: '^packages/publish-key/src' },
      to: { path: OURS, pathNot: '^packages/(publish-key/|sdk/src/index\\.ts$)' },
    },
    {
      name: 'rules-are-pure',
      comment: 'The same rules run in browsers, inside the mock.',
      severity: 'error',
      from: {
        path: [
          '^packages/(rules|contract|app-contract|design-tokens|media-file)/src',
          '^packages/(networks|hubs)/[^/]+/src/((content|file)-)?rules\\.ts$',
        ],
        pathNot: 'src/openapi',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-sdk-stands-alone',
      comment: 'It is published, and runs in browsers, workers, Bun and Deno.',
      severity: 'error',
      from: { path: '^packages/sdk/src' },
      to: { pathNot: '^packages/sdk/src' },
    },
    {
      name: 'the-mock-runs-in-browsers',
      comment: 'Only its standalone server is of Node.',
      severity: 'error',
      from: { path: '^packages/mock/src', pathNot: '^packages/mock/src/server/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-mock-knows-rules-of-networks-only',
      comment: 'It is the service without networks: what they say on the wire is not its business.',
      severity: 'error',
      from: { path: '^packages/mock/src' },
      to: {
        path: '^packages/((networks|hubs)/[^/]+/src/(?!((content|file)-)?rules\\.ts|read-post-url\\.ts|post-id-p(attern|roblem)\\.ts)|sandbox/|sdk/)',
      },
    },
    {
      name: 'the-dashboard-knows-rules-of-networks-only',
      comment: 'It is a browser client of the API; the composer judges a post with the rules of the server.',
      severity: 'error',
      from: { path: '^apps/dashboard/src' },
      to: { path: '^packages/((networks|hubs)/[^/]+/src/(?!rules\\.ts)|sandbox/|mock/)' },
    },
    ...DASHBOARD_LAYERS.slice(0, -1).map((layer, at) => ({
      name: `the-dashboard-leads-down-to-${layer.replaceAll('|', '-')}`,
      comment: 'apps/dashboard/README.md, Where things are.',
      severity: 'error',
      from: { path: `^apps/dashboard/src/(${layer})/` },
      to: { path: inDashboard(DASHBOARD_LAYERS.slice(at)), pathNot: '^apps/dashboard/src/$1/' },
    })),
    {
      name: 'pages-of-the-dashboard-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/dashboard/src/pages/([^/]+)/' },
      to: { path: '^apps/dashboard/src/pages/', pathNot: '^apps/dashboard/src/pages/$1/' },
    },
    {
      name: 'networks-do-not-know-each-other',
      severity: 'error',
      from: { path: '^packages/networks/([^/]+)/src' },
      to: { path: '^packages/networks/', pathNot: '^packages/networks/($1|adapter|meta)/' },
    },
    {
      name: 'hub-drivers-do-not-know-each-other',
      comment: 'A driver knows the driver interface and the adapter package; the kit tries hubs with every driver.',
      severity: 'error',
      from: { path: '^packages/hubs/([^/]+)/src', pathNot: '^packages/hubs/kit/' },
      to: { path: '^packages/(hubs|networks)/', pathNot: '^packages/(hubs/($1|driver)|networks/adapter)/' },
    },
    {
      name: 'the-conformance-suites-know-no-network-and-no-driver',
      severity: 'error',
      from: { path: '^testing/(network|hub)-conformance/src' },
      to: { path: '^packages/(networks/(?!adapter/)|hubs/(?!driver/))' },
    },
    {
      name: 'only-meta-networks-use-meta',
      severity: 'error',
      from: { path: '^packages/networks/(x|linkedin|adapter)/' },
      to: { path: '^packages/networks/meta/' },
    },
    {
      name: 'the-sandbox-is-independent',
      comment: 'Adapter and simulator are two readings of the same wire facts.',
      severity: 'error',
      from: { path: '^packages/sandbox/' },
      to: { path: OURS, pathNot: '^packages/sandbox/' },
    },
    {
      name: 'only-tests-and-dev-use-the-sandbox',
      severity: 'error',
      from: {
        path: '/src/',
        pathNot: only(['packages/sandbox/', 'apps/server/src/operator/dev/', 'testing/outside-clients/', 'examples/']),
      },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'sql-lives-in-tables',
      comment: 'Only table files, db/, jobs/, the change to partitions and the developer command speak to PostgreSQL.',
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot: ['\\.table\\.ts$', '^apps/server/src/(db|jobs|operator/(dev|partitions))/'],
      },
      to: { path: 'node_modules/(pg|knex|pg-boss)/' },
    },
    {
      name: 'knex-stays-in-tables',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: ['\\.table\\.ts$', '^apps/server/src/db/'] },
      to: { path: '^apps/server/src/db/knex\\.ts$' },
    },
    {
      name: 'the-path-of-a-publish-has-no-knex',
      comment: 'Its statements are named SQL texts, which PostgreSQL plans once (docs/adr/0054).',
      severity: 'error',
      from: { path: ON_THE_PATH_OF_A_PUBLISH },
      to: { path: '^apps/server/src/db/knex\\.ts$' },
    },
    {
      name: 'the-postgres-launcher-stands-alone',
      comment: 'embedded-postgres/ starts and stops PostgreSQL. It knows nothing of the service that uses it.',
      severity: 'error',
      from: { path: '^apps/server/src/operator/embedded-postgres/' },
      to: {
        path: OURS,
        pathNot: '^apps/server/src/(operator/embedded-postgres/|process/(free-port|is-error-code)\\.ts$)',
      },
    },
    {
      name: 'only-the-write-engine-opens-writes',
      comment: 'Every other file holds public writes sealed: nothing else can prepare, send or reconcile one.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/writes/' },
      to: { path: '^apps/server/src/writes/open-write\\.ts$' },
    },
    {
      name: 'adapters-enter-the-server-sealed',
      comment: 'networks.ts seals the public writes of every adapter; nothing else sees an adapter before that.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '^apps/server/src/(config/networks\\.ts$|operator/dev/)' },
      to: { path: '^packages/(networks/(?!adapter/)|hubs/(?!driver/))' },
    },
    {
      name: 'the-write-engine-knows-no-feature',
      comment: 'Posts, comments and reposts use it through its journal port.',
      severity: 'error',
      from: { path: '^apps/server/src/writes/' },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/(writes/|accounts/credentials/|db/|process/)' },
    },
    {
      name: 'the-process-clock-decides-nothing',
      comment:
        "What is stored or refused for its time goes by the clock that is given, which is the database's (db/database-clock.ts). The doctor compares the two. Ids contain the time of the process, which decides no more than an order in lists. The job queue only waits by it. A bucket judges by its own clock when a request was signed.",
      severity: 'error',
      from: {
        path: '^apps/server/src',
        pathNot:
          '^apps/server/src/(composition/(open-storage|run-server)|publishing/publishing-feature|media/(copy-media|open-media-store)|process/ids|jobs/start-jobs|operator/cli/doctor)\\.ts$',
      },
      to: { path: '^apps/server/src/process/clock\\.ts$' },
    },
    {
      name: 'ts-rest-stays-behind-the-contract',
      severity: 'error',
      from: {
        path: OURS,
        pathNot: only([
          'packages/contract/',
          'packages/app-contract/',
          'apps/server/src/.*\\.handlers\\.ts$',
          'apps/server/src/http/(serve-contract|with-caller)\\.ts$',
          'apps/server/src/callers/caller\\.ts$',
          'apps/server/src/dashboard/api/access\\.ts$',
        ]),
      },
      to: { path: 'node_modules/@ts-rest/' },
    },
    {
      name: 'no-vague-names',
      severity: 'error',
      from: {},
      to: {
        pathNot: 'node_modules',
        path: '^(packages|apps|testing|tooling).*/(util|utils|helper|helpers|common|shared|service|services|manager|managers|core|lib|misc)(\\.ts|/)',
      },
    },
  ],
  required: [
    {
      name: 'all-other-tables-have-knex',
      comment: 'STYLE.md, Rows.',
      severity: 'error',
      module: { path: '\\.table\\.ts$', pathNot: ON_THE_PATH_OF_A_PUBLISH },
      to: { path: '^apps/server/src/db/knex\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|dist-types|\\.turbo)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
