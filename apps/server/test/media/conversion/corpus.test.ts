import { type ImageFacts, type MediaBytes, type MediaFacts, moveIndexFirst, readMediaFile } from '@fanfare/media-file';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { threadsRules } from '@fanfare/network-threads/rules';
import { xRules } from '@fanfare/network-x/rules';
import { type ContentRules, type Draft, type FileForm, type JudgedFiles, judgeFiles } from '@fanfare/rules';
import { judgeFile } from '@fanfare/sandbox/judge-file';
import { expect, test } from 'vitest';
import { CORPUS } from '../../../../../testing/network-conformance/test/files/corpus.ts';
import { createImageConverter } from '../../../src/media/conversion/image-converter.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { REAL_PICTURES } from './real-pictures.ts';

type Network = keyof typeof judgeFile;

const RULES: Readonly<Record<Network, ContentRules>> = {
  ...{ instagram: instagramRules, threads: threadsRules, x: xRules, linkedin: linkedinRules },
};
const converter = createImageConverter({ log: createLogger('silent', () => undefined) });

const inMemory = (bytes: Buffer): MediaBytes => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});
const read = (bytes: Buffer) => readMediaFile(inMemory(bytes));

/**
 * Converts a file as a network gets it, once for each form. Null when the network gets it as it is,
 * or not at all.
 */
async function tryOn(
  network: Network,
  bytes: Buffer,
  facts: MediaFacts,
  as: 'image' | 'video',
  known: Map<string, Promise<Buffer | null>>,
): Promise<string | null> {
  const draft: Draft = {
    ...{ content: '', media: [{ type: as, url: 'h:a' }], firstComment: null, aiGenerated: false, spaceSlug: null },
  };
  const judge = (made?: MediaFacts): JudgedFiles =>
    judgeFiles(draft, RULES[network], () => facts, { offFor: () => null, madeOf: () => made });
  const predicted = judge();
  const [use] = predicted.conversions;
  if (!use) return null;
  const form = JSON.stringify(use.form);
  const making = known.get(form) ?? convert(bytes, facts, use.form);
  known.set(form, making);
  const made = await making;
  if (!made) return 'not read';
  const { violations, warnings } = judge(await read(made));
  const rules = violations.map(({ rule }) => rule);
  const verdict = judgeFile[network]({ bytes: made, as });
  if (rules.length > 0 || verdict !== null) return `${rules.join()} ${verdict}`;
  return warnings[0]!.message === predicted.warnings[0]!.message ? 'accepted' : warnings[0]!.message;
}

async function convert(bytes: Buffer, facts: MediaFacts, form: FileForm): Promise<Buffer | null> {
  if (form.type !== 'index-first') return converter.convert(bytes, facts as ImageFacts, form);
  const parts = await moveIndexFirst(inMemory(bytes));
  return (
    parts &&
    Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : bytes.subarray(part.start, part.end))))
  );
}

/** Files of the corpus that are a head only, so that no library reads them. */
const HEADS = ['WebP', 'animated WebP', 'AVIF'];

test('every file that a network gets converted is accepted by its rules and its simulator, as predicted; the others are named', async () => {
  const found: string[] = [];
  const files = [...CORPUS, ...REAL_PICTURES.map((picture) => ({ ...picture, as: 'image' as const }))];
  for (const { name, as, bytes: bytesOf } of files) {
    const bytes = await bytesOf();
    const facts = await read(bytes);
    const made = new Map<string, Promise<Buffer | null>>();
    for (const network of Object.keys(RULES) as Network[]) {
      const result = await tryOn(network, bytes, facts, as, made);
      if (result !== null) found.push(`${network}: ${name}: ${result}`);
    }
  }
  const others = found.filter((line) => !line.endsWith(': accepted'));
  const all = (name: string, ...networks: readonly string[]) => networks.map((one) => `${one}: ${name}: not read`);
  expect(others).toEqual([
    ...all('WebP', 'instagram', 'threads', 'linkedin'),
    ...all('animated WebP', 'instagram', 'threads'),
    ...all('AVIF', 'instagram', 'threads', 'x', 'linkedin'),
  ]);
  expect(others.every((line) => HEADS.some((name) => line.includes(`: ${name}: `)))).toBe(true);
  expect(found.length - others.length).toBe(79);
});
