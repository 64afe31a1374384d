import type { JsonSchema, Platform } from '@fanfare/contract';
import { optionsSchema } from '@fanfare/contract/openapi';
import { ALL_RULES } from './media/file-rules.ts';

/** The options of every platform as JSON Schema. The package has them written out. */
export const PLATFORM_OPTIONS: Readonly<Partial<Record<Platform, JsonSchema>>> = Object.fromEntries(
  ALL_RULES.map(({ platform, options = {} }) => [platform, optionsSchema(options)]),
);
