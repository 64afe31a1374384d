import type { KeyScope } from '@fanfare/contract';
import { escapeHtml, type HtmlPage } from '@fanfare/rules';
import { type Form, formOf, hidden } from '../people/sign-in/sign-in-pages.ts';
import type { Authorization } from './read-authorization.ts';
import { describeRedirect, formTargetOf, isLocalRedirect } from './redirect-uri.ts';

export const AUTHORIZE_PATH = '/oauth/authorize';
/** Value of `answer` of the second button. */
export const DENY = 'deny';
/** Days that a person may choose, and the choice of the page. */
export const DAYS = [1, 7, 30, 90, 365] as const;
const USUAL_DAYS = 90;

const SCOPE_WORDS: Readonly<Record<string, string>> = {
  read: 'Read: posts, accounts, figures',
  draft: 'Read, and write drafts',
  publish: 'Read, publish, connect accounts',
};

/** A project that the person may choose. */
export type ConsentProject = { readonly id: string; readonly name: string; readonly workspace: string };

/** Asks a person whether an app may act in one of their projects. */
export function consentPage(
  form: Form,
  about: {
    readonly authorization: Authorization;
    /** The request as the client sent it, which the form sends again. */
    readonly request: string;
    readonly email: string;
    readonly projects: readonly ConsentProject[];
    readonly problem: string | null;
  },
): HtmlPage {
  const { client, redirectUri, choices, smallest } = about.authorization;
  const problem = about.problem === null ? '' : `<p class="notice" role="alert">${escapeHtml(about.problem)}</p>`;
  return {
    title: `Connect ${client.name}`,
    referrerPolicy: 'same-origin',
    formTargets: [formTargetOf(redirectUri)],
    body: `<h1>Connect “${escapeHtml(client.name)}”?</h1>${problem}
<p>It asks to act for you in a project, until you end it.</p>
<dl>${fact('Who asks', client.domain ?? 'Not verified')}${fact('Answer goes to', describeRedirect(redirectUri))}${fact('You are', about.email)}</dl>
${warningOf(about.authorization)}
${formOf(
  form,
  AUTHORIZE_PATH,
  `${hidden('request', about.request)}${projectField(about.projects)}${selectField('scope', 'It may', scopeOptions(choices), smallest)}${selectField('days', 'For', dayOptions(), String(USUAL_DAYS))}<button type="submit">Connect</button><button class="plain" type="submit" name="answer" value="${DENY}" formnovalidate>Do not connect</button>`,
)}
<p class="small">It never manages webhooks, keys or members. You end it under Settings → Connected apps.</p>`,
  };
}

/** Warning about what nobody has proved. */
function warningOf({ client, redirectUri }: Authorization): string {
  if (client.domain === null)
    return notice(
      'Nobody has checked who this is: any app can register with this name. Go on only if you have just started this in the app yourself.',
    );
  if (isLocalRedirect(redirectUri))
    return notice(
      'The answer goes to a program on your computer. Go on only if you have just started this there yourself.',
    );
  return '';
}

const notice = (text: string): string => `<p class="notice">${text}</p>`;

const fact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`;

type Option = { readonly value: string; readonly label: string };

const scopeOptions = (choices: readonly KeyScope[]): readonly Option[] =>
  choices.map((scope) => ({ value: scope, label: SCOPE_WORDS[scope] ?? scope }));

const dayOptions = (): readonly Option[] =>
  DAYS.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : days === 365 ? '1 year' : `${days} days` }));

function projectField(projects: readonly ConsentProject[]): string {
  const severalWorkspaces = new Set(projects.map(({ workspace }) => workspace)).size > 1;
  const options = projects.map(({ id, name, workspace }) => ({
    value: id,
    label: severalWorkspaces ? `${name} (${workspace})` : name,
  }));
  // Nobody chooses for the person among several.
  return projects.length === 1
    ? selectField('project', 'Project', options, projects[0]!.id)
    : selectField('project', 'Project', [{ value: '', label: 'Choose a project' }, ...options], '');
}

const selectField = (name: string, label: string, options: readonly Option[], chosen: string): string =>
  `<label for="${name}">${label}</label><select id="${name}" name="${name}" required>${options
    .map(
      ({ value, label: text }) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
    )
    .join('')}</select>`;
