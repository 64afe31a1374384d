import { fromJsonSchema } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { allTools } from '../src/tools.ts';
import { PROMPTS } from './prompts.ts';

test('31 prompts have calls that the schemas take, and every tool is needed by one', async () => {
  const tools = new Map(allTools({ paths: false }).map((tool) => [tool.name, tool]));
  const refused: unknown[] = [];
  for (const { prompt, calls } of PROMPTS)
    for (const [name, given] of calls) {
      const tool = tools.get(name);
      const result = tool && (await fromJsonSchema(tool.input)['~standard'].validate(given));
      if (!result || result.issues) refused.push([prompt, name, result?.issues]);
    }
  expect(refused).toEqual([]);
  expect(new Set(PROMPTS.map(({ prompt }) => prompt)).size).toBe(31);
  expect(new Set(PROMPTS.flatMap(({ calls }) => calls.map(([name]) => name)))).toEqual(new Set(tools.keys()));
});
