import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiLabelLength } from '../src/punycode-length.ts';

test.each([
  ['', 0],
  ['example', 7],
  ['mañana', 'xn--maana-pta'.length],
  ['bücher', 'xn--bcher-kva'.length],
  ['例え', 'xn--r8jz45g'.length],
  ['испытание', 'xn--80akhbyknj4f'.length],
  // RFC 3492, 7.1 (C).
  ['他们为什么不说中文', 'xn--ihqwcrb4cv8a8dqg056pqjye'.length],
  ['a'.repeat(63), 63],
  ['ü'.repeat(64), 64],
])('%j is %i characters in DNS', (label, length) => {
  expect(asciiLabelLength(label)).toBe(length);
});

test('equals the encoder of the runtime', () => {
  const letter = fc.constantFrom(...'abcxyz019äöñéßłøдиюλπσअक日本語中한글😀');
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 12 }), (label) => {
      const ascii = domainToASCII(label);
      fc.pre(ascii !== '' && !/^\d/.test(ascii));
      expect(asciiLabelLength(label)).toBe(ascii.length);
    }),
    { numRuns: 2_000 },
  );
});
