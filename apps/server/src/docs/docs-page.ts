import { REQUEST_ERROR_CODES, REQUEST_ERRORS, TARGET_ERROR_CODES, TARGET_ERRORS } from '@fanfare/contract';
import { escapeHtml, type HtmlPage } from '@fanfare/rules';

const SOURCE = 'https://github.com/fanfare-dev/fanfare/tree/main/docs';

/** What the page says about one code. */
type ExplainedCode = {
  readonly anchor: string;
  readonly code: string;
  readonly meaning: string;
  readonly remedy: string;
};

/** Stands in for the documentation where it is not built: where it is, and every code that an error can lead to, at its anchor. */
export function docsPage(options: {
  /** What to do to have the documentation here; already escaped. */
  readonly hint: string;
  readonly more?: readonly ExplainedCode[];
}): HtmlPage {
  const codes = [
    ...REQUEST_ERROR_CODES.map((code) => ({ anchor: code as string, code, ...REQUEST_ERRORS[code] })),
    ...TARGET_ERROR_CODES.map((code) => ({ anchor: `target-${code}`, code, ...TARGET_ERRORS[code] })),
    ...(options.more ?? []),
  ];
  return {
    title: 'Documentation',
    body: `<h1>Documentation</h1><p>The documentation is not built here. Read it <a href="${SOURCE}">in the repository</a>.</p>${options.hint}<p>What each error code means:</p>${codes.map(sectionOf).join('')}`,
  };
}

const sectionOf = ({ anchor, code, meaning, remedy }: ExplainedCode): string =>
  `<article id="${escapeHtml(anchor)}"><h2><code>${escapeHtml(code)}</code></h2><p>${withCode(meaning)}</p><p>What to do: ${withCode(remedy)}</p></article>`;

const withCode = (sentence: string): string => escapeHtml(sentence).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
