import { renderConsentPage } from '../../consent-page.ts';
import { html, toText } from '../../html.ts';
import { redirectUriAllowed } from '../../redirect-uri.ts';
import { memberByName, personViews } from '../people.ts';
import { page, type Reply, redirect } from '../restli/reply.ts';
import type { App, World } from '../world.ts';
import { scopeLabel } from './scopes.ts';
import { issueCode, revokeGrants } from './tokens.ts';

/** The person at the window and their decision; null before the decision. */
export type Answer = {
  readonly profile: string;
  readonly decision: string;
  /** The grant of an account that was connected with fewer scopes; by scripts only. */
  readonly scopes?: readonly string[] | undefined;
} | null;

/** `/oauth/v2/authorization`: shows the consent page, or redirects to the app with the decision. */
export function authorize(world: World, params: URLSearchParams, answer: Answer): Reply {
  const app = world.apps.get(params.get('client_id') ?? '');
  if (!app) return bummer(`The passed in client_id is invalid "${params.get('client_id') ?? ''}"`);
  const redirectUri = params.get('redirect_uri') ?? '';
  // No redirect to an address the app never registered: the error stays on LinkedIn's own page.
  if (!redirectUriAllowed(app.redirectUris, redirectUri)) {
    return bummer('The redirect_uri does not match the registered value');
  }

  const back = (fields: Readonly<Record<string, string>>) =>
    backTo(redirectUri, { ...fields, state: params.get('state') });
  const fail = (error: string, description: string) => back({ error, error_description: description });
  if (params.get('response_type') !== 'code') return fail('unsupported_response_type', 'response_type must be "code"');
  // The documentation says spaces; LinkedIn's own client (linkedin-api-client 0.3.0) sends commas.
  // Checked 2026-11.
  const requested = [...new Set((params.get('scope') ?? '').split(/[\s,]+/).filter(Boolean))];
  if (requested.length === 0) return fail('invalid_request', 'A required parameter "scope" is missing');

  const narrows = params.get('prompt') === 'none' && world.settings.promptNoneNarrows;
  const unapproved = requested.find((scope) => !app.approvedScopes.has(scope));
  if (unapproved !== undefined && !narrows) {
    // The quotes are entities, as in cuongdevjs/reactjs-social-login #178, checked 2026-11.
    return fail('unauthorized_scope_error', `Scope &quot;${unapproved}&quot; is not authorized for your application`);
  }
  const offered = requested.filter((scope) => app.approvedScopes.has(scope));

  if (answer === null) return page(200, consentPage(world, app, params, offered));
  if (answer.decision === 'deny') return fail('user_cancelled_authorize', 'The user cancelled the authorization');
  const member = memberByName(world, answer.profile);
  if (!member || answer.decision !== 'allow') return bummer('There is no profile with that name.');

  // With prompt=none LinkedIn does not ask again: scopes the member has not granted before are
  // omitted silently (gitroomhq/postiz-app PR 1658, checked 2026-11).
  const consentKey = `${app.clientId}|${member.id}`;
  const before = world.consents.get(consentKey);
  const asked = answer.scopes ? offered.filter((scope) => answer.scopes?.includes(scope)) : offered;
  const scopes = (narrows && before ? asked.filter((scope) => before.includes(scope)) : asked).toSorted();
  if (!narrows) world.consents.set(consentKey, scopes);
  if (world.settings.scopeChangeRevokes && before && before.join() !== scopes.join()) {
    revokeGrants(world, { memberId: member.id, clientId: app.clientId });
  }
  return back({ code: issueCode(world, { clientId: app.clientId, memberId: member.id, redirectUri, scopes }) });
}

function consentPage(world: World, app: App, params: URLSearchParams, scopes: readonly string[]): string {
  const kept = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'prompt'];
  return renderConsentPage({
    network: 'LinkedIn',
    brandColor: '#0a66c2',
    appName: app.clientId,
    profiles: personViews(world),
    // All or nothing: members of LinkedIn cannot untick a scope.
    scopes: scopes.map((value) => ({ value, label: scopeLabel(value), optional: false })),
    action: `${world.context.urlOf('linkedin', 'www')}/oauth/v2/authorization`,
    hidden: Object.fromEntries(kept.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : []))),
  });
}

function backTo(redirectUri: string, fields: Readonly<Record<string, string | null>>): Reply {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(fields)) if (value !== null) address.searchParams.set(name, value);
  return redirect(address.href);
}

/** 401 with its own page (Microsoft Learn, authorization code flow, checked 2026-11). */
function bummer(reason: string): Reply {
  const content = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn (sandbox)</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto"><h1>Bummer, something went wrong.</h1><p>${reason}</p></body></html>`;
  return page(401, toText(content));
}
