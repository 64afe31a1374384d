import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** compose-spec/compose-spec, schema/compose-spec.json at 170098ba07d9 (Apache-2.0). */
const SCHEMA = new URL('./compose-spec.json', import.meta.url);

type Compose = {
  readonly services: Readonly<Record<string, { readonly volumes?: readonly string[] }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

/** Throws when the file breaks the Compose Specification, or uses a missing volume or file. */
export function checkCompose(file: string): { readonly services: readonly string[] } {
  const compose: Compose = parse(readFileSync(file, 'utf8'), { merge: true });
  const { $schema: _, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const ajv = new Ajv.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const isValid = ajv.validate(schema, compose);
  const mistakes = isValid ? missingSources(compose, path.dirname(file)) : [ajv.errorsText(null, { separator: '\n' })];
  if (mistakes.length > 0) throw new Error(`${file}\n${mistakes.join('\n')}`);
  return { services: Object.keys(compose.services) };
}

function missingSources({ services, volumes }: Compose, folder: string): readonly string[] {
  const sources = Object.values(services).flatMap((service) =>
    (service.volumes ?? []).map((text) => text.split(':')[0]!),
  );
  return sources
    .filter((source) =>
      source.startsWith('.') ? !existsSync(path.join(folder, source)) : !Object.hasOwn(volumes, source),
    )
    .map((source) => `${source} does not exist.`);
}
