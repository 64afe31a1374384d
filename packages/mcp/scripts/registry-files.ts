/** The parts of package.json that the files have as well. */
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly license: string;
  readonly homepage: string;
  readonly engines: { readonly node: string };
};

/** Begins a place in the manifest that the client fills. */
const DOLLAR = '$';
const TITLE = 'Fanfare';
const DESCRIPTION = 'Check, publish and follow social posts; the same call twice is one post.';
const REPOSITORY = 'https://github.com/fanfare-dev/fanfare';

/** The variables that a client asks its user for, as `read-settings.ts` reads them. */
const VARIABLES = [
  { name: 'FANFARE_BASE_URL', description: 'Address of your Fanfare', isRequired: true, isSecret: false },
  { name: 'FANFARE_API_KEY', description: 'A key of the project', isRequired: true, isSecret: true },
  { name: 'FANFARE_MCP_FOLDER', description: 'The only folder whose files may be uploaded', format: 'filepath' },
  { name: 'FANFARE_MCP_CONFIRM', description: '1: a person agrees to every publish first', choices: ['0', '1'] },
] as const;

/** `server.json` of the official registry (its schema of 2025-12-11, checked 2026-11). */
export const serverJson = ({ name, version, mcpName }: Manifest): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ...{ name: mcpName, title: TITLE, description: DESCRIPTION, version, websiteUrl: `${REPOSITORY}#readme` },
  repository: { url: REPOSITORY, source: 'github', subfolder: 'packages/mcp' },
  packages: [
    {
      ...{ registryType: 'npm', registryBaseUrl: 'https://registry.npmjs.org', identifier: name, version },
      ...{ runtimeHint: 'npx', transport: { type: 'stdio' }, environmentVariables: VARIABLES },
    },
  ],
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{host}/mcp',
      variables: {
        host: { description: 'Host name of your Fanfare', isRequired: true, placeholder: 'fanfare.example.com' },
      },
      headers: [
        {
          ...{ name: 'Authorization', value: 'Bearer {key}', isRequired: true, isSecret: true },
          variables: { key: { description: 'A key of the project', isRequired: true, isSecret: true } },
        },
      ],
    },
  ],
});

/** The manifest of the `.mcpb` bundle (its schema 0.4, checked 2026-11). */
export const bundleManifest = (
  { version, license, homepage, engines }: Manifest,
  tools: readonly { readonly name: string; readonly description: string }[],
): object => ({
  manifest_version: '0.4',
  ...{ name: 'fanfare', display_name: TITLE, version, description: DESCRIPTION, license, homepage },
  author: { name: 'Fanfare', url: REPOSITORY },
  repository: { type: 'git', url: `${REPOSITORY}.git` },
  documentation: `${REPOSITORY}/blob/main/docs/mcp.md`,
  server: {
    type: 'node',
    entry_point: 'server/bin.js',
    mcp_config: {
      command: 'node',
      args: [`${DOLLAR}{__dirname}/server/bin.js`],
      env: {
        FANFARE_BASE_URL: `${DOLLAR}{user_config.base_url}`,
        FANFARE_API_KEY: `${DOLLAR}{user_config.api_key}`,
        FANFARE_MCP_FOLDER: `${DOLLAR}{user_config.folder}`,
        FANFARE_MCP_CONFIRM: `${DOLLAR}{user_config.confirm}`,
      },
    },
  },
  user_config: {
    base_url: { type: 'string', title: 'Address', description: 'Address of your Fanfare', required: true },
    api_key: {
      ...{ type: 'string', title: 'API key', description: 'A key of the project: Settings → API keys' },
      ...{ required: true, sensitive: true },
    },
    folder: {
      ...{ type: 'directory', title: 'Folder', description: 'The only folder whose files may be uploaded' },
      default: `${DOLLAR}{HOME}/Pictures`,
    },
    confirm: {
      ...{ type: 'boolean', title: 'Ask before publishing', description: 'A person agrees to every publish first' },
      default: true,
    },
  },
  tools: tools.map(({ name, description }) => ({ name, description })),
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
});
