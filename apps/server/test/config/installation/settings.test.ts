import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readInstallation } from '../../../src/config/installation/installation-settings.ts';
import { SVG } from './logos.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-installation-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const written = path.join(folder, name);
  writeFileSync(written, content);
  return written;
}

/** Returns what the settings mean, or the sentences that refuse them. */
function read(settings: Parameters<typeof readInstallation>[0]) {
  const result = readInstallation(settings);
  return 'installation' in result ? result.installation : result.problems;
}
const typeOf = (content: string | Buffer): string | readonly string[] | undefined => {
  const read = readInstallation({ INSTALLATION_LOGO: file('logo', content) });
  return 'installation' in read ? read.installation.logo?.contentType : read.problems;
};

test('without a setting it is the product’s own name and colours', () => {
  expect(read({})).toEqual({ name: 'Fanfare', logo: null, colour: null });
});

describe('INSTALLATION_NAME', () => {
  test.each([
    ['Harbour Coffee', 'Harbour Coffee'],
    ['  שלום ', 'שלום'],
    ['<b>Bold</b> & "Co" 🎺', '<b>Bold</b> & "Co" 🎺'],
    ['é'.repeat(60), 'é'.repeat(60)],
    ['👩‍🍳 Kitchen', '👩‍🍳 Kitchen'],
  ])('%j is %j', (text, name) => {
    expect(read({ INSTALLATION_NAME: text })).toMatchObject({ name });
  });

  const ONE_LINE =
    'INSTALLATION_NAME: Must be one line without control characters and without those that turn the direction of text.';
  test.each([
    ['a'.repeat(61), 'INSTALLATION_NAME: Must have 1 to 60 characters, not 61.'],
    ['x'.repeat(10_000), 'INSTALLATION_NAME: Must have 1 to 60 characters, not 10000.'],
    [' \t ', 'INSTALLATION_NAME: Must have 1 to 60 characters, not 0.'],
    ['Harbour\u202eeeffoC', ONE_LINE],
    ['Harbour\u2066Coffee', ONE_LINE],
    ['Harbour\r\nBcc: eve@example.com', ONE_LINE],
    ['Harbour\u2028Coffee', ONE_LINE],
  ])('%j is refused', (text, problem) => {
    expect(read({ INSTALLATION_NAME: text })).toEqual([problem]);
  });
});

describe('INSTALLATION_LOGO', () => {
  test.each([
    ['PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), 'image/png'],
    ['JPEG', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
    ['WebP', Buffer.from('RIFF0000WEBPVP8 '), 'image/webp'],
    ['SVG', SVG, 'image/svg+xml'],
    [
      'SVG behind a declaration, a comment and a document type',
      `\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${SVG}`,
      'image/svg+xml',
    ],
  ])('%s is known by its content, whatever the file is called', (_, content, type) => {
    expect(typeOf(content)).toBe(type);
  });

  const NO_IMAGE = ['INSTALLATION_LOGO: Must be a PNG, JPEG, WebP or SVG file; its content is none of them.'];
  test.each([
    ['HTML', '<!doctype html><html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>'],
    ['HTML behind a comment', `<!-- <svg> --><html>${SVG}</html>`],
    ['GIF', 'GIF89a'],
    ['a document without the namespace, which no browser draws', '<svg><path d="M0 0"/></svg>'],
    ['an element that begins like svg', SVG.replaceAll('svg ', 'svgx ')],
  ])('%s is refused', (_, content) => {
    expect(typeOf(content)).toEqual(NO_IMAGE);
  });

  test.each([
    [() => file('large', Buffer.alloc(262_145)), 'The file must have 1 byte to 256 KiB, not 256.0 KiB.'],
    [() => file('empty', ''), 'The file must have 1 byte to 256 KiB, not 0.0 KiB.'],
    [() => folder, 'Must be the path of a file; there is something else.'],
    [
      () => path.join(folder, 'nothing.png'),
      'There is no file at this path. A relative path begins in the folder in which the server starts.',
    ],
    [() => 'x'.repeat(10_000), 'The file cannot be read (ENAMETOOLONG).'],
  ])('a path that leads to no such image is refused, case %#', (makePath, problem) => {
    expect(read({ INSTALLATION_LOGO: makePath() })).toEqual([`INSTALLATION_LOGO: ${problem}`]);
  });
});

describe('INSTALLATION_COLOUR', () => {
  test('one with enough contrast is taken', () => {
    expect(read({ INSTALLATION_COLOUR: '#0F766E' })).toMatchObject({ colour: { hex: '#0f766e' } });
  });

  test.each([
    [
      '#fb923c',
      '#fb923c on #f3f2ee has a contrast of 2.02:1 in light mode; text needs 4.5:1 (WCAG 2.2, 1.4.3). Take a darker colour: #a15d26 is the nearest that has it.',
    ],
    [
      '#777777',
      '#777777 on #f3f2ee has a contrast of 3.99:1 in light mode; text needs 4.5:1 (WCAG 2.2, 1.4.3). Take a darker colour: #6d6d6d is the nearest that has it.',
    ],
    ['teal', 'Must be one colour as #rrggbb, for example #0f766e.'],
    ['#0f766e,#fff', 'Must be one colour as #rrggbb, for example #0f766e.'],
    ['#000;}*{display:none', 'Must be one colour as #rrggbb, for example #0f766e.'],
  ])('%j is refused', (text, problem) => {
    expect(read({ INSTALLATION_COLOUR: text })).toEqual([`INSTALLATION_COLOUR: ${problem}`]);
  });
});

test('every wrong setting is named at once', () => {
  const problems = read({ INSTALLATION_NAME: ' ', INSTALLATION_LOGO: folder, INSTALLATION_COLOUR: 'red' });
  expect((problems as string[]).map((problem) => problem.split(':')[0])).toEqual([
    'INSTALLATION_NAME',
    'INSTALLATION_LOGO',
    'INSTALLATION_COLOUR',
  ]);
});
