import { stringify } from 'yaml';
import { buildOpenApi } from '../src/openapi.ts';

/** The description as the text of `openapi.yaml`, always the same bytes for the same contract. */
export function openApiYaml(): string {
  return stringify(buildOpenApi(), { lineWidth: 0, aliasDuplicateObjects: false });
}
