import type { ThirdPartyPackage } from './read-package.ts';

const RULE = '-'.repeat(100);

/** The licences and notices of all packages as one text. Packages with the same text share it. */
export function renderNotices(product: string, packages: readonly ThirdPartyPackage[]): string {
  const groups = new Map<string, ThirdPartyPackage[]>();
  for (const one of packages) {
    const text = one.texts.length > 0 ? one.texts.join('\n\n') : withoutFile(one);
    groups.set(text, [...(groups.get(text) ?? []), one]);
  }
  const parts = [...groups].map(([text, sharing]) => `${sharing.map(heading).join('\n')}\n\n${text}\n`);
  return [`${product} contains software of others, under the licences below.\n`, ...parts].join(`\n${RULE}\n\n`);
}

const heading = ({ name, version, license, homepage }: ThirdPartyPackage): string =>
  [`${name} ${version} (${license})`, ...(homepage ? [homepage] : [])].join(' ');

/** Text of the licence MIT, for packages without a file (spdx.org/licenses/MIT, 2026-11). */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

function withoutFile({ license, author }: ThirdPartyPackage): string {
  const named = `The package has no licence file. Its manifest names ${license}${author ? ` and the author ${author}` : ''}.`;
  return license === 'MIT' ? `${named}\n\n${MIT}` : named;
}
