import { writeFile } from 'node:fs/promises';
import { openApiYaml } from '../src/openapi-yaml.ts';

await writeFile(new URL('../openapi.yaml', import.meta.url), openApiYaml());
