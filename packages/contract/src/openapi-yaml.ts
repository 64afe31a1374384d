import { stringify } from 'yaml';
import type { Contract } from './contract.ts';
import { buildOpenApi } from './openapi.ts';

export { optionsSchema } from './openapi-options.ts';
export { buildOpenApi };

/** The description as the text of `openapi.yaml`, always the same bytes for the same contract. */
export function openApiYaml(of?: Contract): string {
  return stringify(buildOpenApi(of), { lineWidth: 0, aliasDuplicateObjects: false });
}
