import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { bundleManifest, serverJson } from '../scripts/registry-files.ts';
import { readSettings } from '../src/read-settings.ts';
import { allTools } from '../src/tools.ts';

const tools = allTools({ paths: true });

test('the files for the registry and for Claude Desktop name this package, its tools and the variables that it reads', () => {
  const server = serverJson(manifest) as {
    description: string;
    packages: { environmentVariables: { name: string }[] }[];
  };
  expect(server).toMatchObject({
    name: manifest.mcpName,
    version: manifest.version,
    packages: [{ registryType: 'npm', identifier: manifest.name, version: manifest.version }],
    remotes: [{ type: 'streamable-http', url: 'https://{host}/mcp' }],
  });
  // Longer ones are refused by the registry.
  expect(server.description.length).toBeLessThanOrEqual(100);
  const bundle = bundleManifest(manifest, tools) as {
    tools: { name: string }[];
    server: { mcp_config: { env: Record<string, string> } };
  };
  expect(bundle.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const { env } = bundle.server.mcp_config;
  const read = new Set<string>();
  readSettings(
    new Proxy({ ...env, FANFARE_MCP_CONFIRM: 'true' } as NodeJS.ProcessEnv, {
      get: (variables, name: string) => {
        read.add(name);
        return variables[name];
      },
    }),
  );
  const named = server.packages[0]!.environmentVariables.map(({ name }) => name);
  expect([named.filter((name) => !read.has(name)), Object.keys(env).filter((name) => !read.has(name))]).toEqual([
    [],
    [],
  ]);
});
