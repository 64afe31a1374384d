import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readConfig } from '../../../src/config/config.ts';

const read = (file: string): string => readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
const KEY = randomBytes(32).toString('base64');
const SECRETS = { DATABASE_URL: 'postgresql://fanfare:secret@db.example/fanfare', ENCRYPTION_KEY: KEY };

type Settings = Readonly<Record<string, string>>;
type RenderVariable = { readonly key: string; readonly value?: string; readonly generateValue?: boolean };

/** Settings of each file; what its platform fills in has the form that the platform gives it. */
const FILES: Readonly<Record<string, () => Settings>> = {
  '.env.example': () => {
    const lines = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)];
    return Object.fromEntries(
      lines.map(([, name, value]) => [name!, value!]).filter(([, value]) => !value!.includes('replace-me')),
    );
  },
  'deploy/kubernetes/config-map.yaml': () => parseYaml(read('deploy/kubernetes/config-map.yaml')).data,
  'render.yaml': () => {
    const [{ envVars }] = parseYaml(read('render.yaml')).services as [{ envVars: readonly RenderVariable[] }];
    // Render generates base64 of 256 bits (render.com/docs/blueprint-spec, checked 2026-11).
    const filledIn = ({ key, value, generateValue }: RenderVariable): string =>
      value ?? (generateValue ? KEY : key === 'BASE_URL' ? 'https://fanfare.onrender.com' : SECRETS.DATABASE_URL);
    return Object.fromEntries(envVars.map((variable) => [variable.key, filledIn(variable)]));
  },
  'deploy/fly/fly.toml': () => parseToml(read('deploy/fly/fly.toml')).env as Settings,
};

test.each(Object.entries(FILES))(
  '%s names only settings of the server and of compose.yaml, and is accepted',
  (_, settingsOf) => {
    const { settings: unknown } = readConfig({ ...SECRETS, ...settingsOf() });
    const ofCompose = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(ofCompose).toEqual(expect.arrayContaining(Object.keys(unknown)));
  },
);

test('render.yaml and fly.toml send requests to the port on which the image listens', () => {
  const port = Number(/PORT=(\d+)/.exec(read('Dockerfile'))?.[1]);
  expect(Number(FILES['render.yaml']!().PORT)).toBe(port);
  expect((parseToml(read('deploy/fly/fly.toml')).http_service as { internal_port: number }).internal_port).toBe(port);
});
