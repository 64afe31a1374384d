import type { ReadParameter } from '../meta/graph/boolean-parameter.ts';
import { invalidParameter } from '../meta/graph/graph-answer.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import { isObject, parseJson } from '../read-json.ts';
import * as failures from './failures.ts';

/** A long text behind the post, with a link and styled parts. */
export type TextAttachment = {
  readonly plaintext: string;
  readonly link: string | null;
  readonly styled: readonly StyledPart[];
};

type StyledPart = {
  /** In bytes of UTF-8. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly styles: readonly string[];
};

const MAX_TEXT = 10_000;
const STYLES = ['bold', 'italic', 'highlight', 'underline', 'strikethrough'];
const KEYS = ['plaintext', 'link_attachment_url', 'text_with_styling_info'];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads `text_attachment`, JSON with a text of up to 10,000 characters, maybe a link, and maybe
 * styled parts that do not overlap (Meta, Threads text attachments, 2026-07-02, checked 2026-11).
 * Offsets are bytes of UTF-8 (exileum/meta-mcp, 2026). The texts of the refusals are not
 * documented.
 */
export function readTextAttachment(parameters: Parameters): ReadParameter<TextAttachment | null> {
  const given = parameters.get('text_attachment');
  if (given === undefined) return { ok: true, value: null };
  const refuse = (message: string) => ({ ok: false, failure: invalidParameter(message) }) as const;
  const attachment = parseJson(given);
  if (!isObject(attachment)) return refuse('Param text_attachment must be a valid JSON object');
  const unknown = Object.keys(attachment).find((name) => !KEYS.includes(name));
  if (unknown !== undefined) return refuse(`Param text_attachment has an unknown key ${unknown}`);
  const { plaintext, link_attachment_url: link = null, text_with_styling_info: styling = [] } = attachment;
  if (typeof plaintext !== 'string' || plaintext === '') return refuse('Param text_attachment must have a plaintext');
  if ([...plaintext].length > MAX_TEXT)
    return refuse(`The plaintext of text_attachment must be at most ${MAX_TEXT} characters long.`);
  if (link !== null && (typeof link !== 'string' || !/^https?:\/\//i.test(link) || !URL.canParse(link)))
    return { ok: false, failure: failures.invalidLinkAttachment };
  const styled = readStyled(plaintext, styling);
  return styled === null
    ? refuse('text_with_styling_info must have ranges of the plaintext that do not overlap, and known styles')
    : { ok: true, value: { plaintext, link, styled } };
}

function readStyled(plaintext: string, styling: unknown): readonly StyledPart[] | null {
  if (!Array.isArray(styling)) return null;
  const bytes = Buffer.from(plaintext);
  const styled: StyledPart[] = [];
  for (const part of styling) {
    if (!isObject(part)) return null;
    const { offset, length, styling_info: styles } = part;
    if (!isWhole(offset, 0) || !isWhole(length, 1) || offset + length > bytes.byteLength) return null;
    if (!Array.isArray(styles) || styles.length === 0 || !styles.every((style) => STYLES.includes(style))) return null;
    const text = decoded(bytes.subarray(offset, offset + length));
    if (text === null) return null;
    styled.push({ offset, length, text, styles });
  }
  const sorted = styled.toSorted((one, other) => one.offset - other.offset);
  const overlaps = sorted.some(({ offset, length }, at) => offset + length > (sorted[at + 1]?.offset ?? Infinity));
  return overlaps ? null : sorted;
}

const isWhole = (value: unknown, min: number): value is number => Number.isSafeInteger(value) && Number(value) >= min;

/** The text of these bytes; null where they begin or end inside a character. */
function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
