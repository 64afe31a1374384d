import type { DevState } from './dev-state.ts';

const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`;
const quiet = (text: string): string => `\u001b[2m${text}\u001b[0m`;

/** Renders the text after the start: addresses, the key, and a call to paste. */
export function welcome(
  state: DevState,
  options: {
    readonly colours: boolean;
    readonly tookMs: number;
    readonly stateFile: string;
    readonly setupUrl: string | null;
  },
): string {
  const [strong, faint] = options.colours ? [bold, quiet] : [String, String];
  const row = (name: string, value: string): string => `  ${faint(name.padEnd(12))}${value}`;
  return [
    '',
    `${strong('Fanfare is running')} ${faint(`(ready in ${(options.tookMs / 1000).toFixed(1)} s, Ctrl-C stops everything)`)}`,
    '',
    row(
      'Dashboard',
      options.setupUrl === null
        ? `${state.baseUrl}  ${faint('links to sign in arrive in the inbox')}`
        : `${state.baseUrl}  ${faint('(first sign-in:')} ${options.setupUrl}${faint(')')}`,
    ),
    row('Inbox', `${state.baseUrl}/dev/inbox  ${faint('the mails of this server')}`),
    row('API', state.baseUrl),
    row('API key', state.apiKey),
    row('Docs', state.docsUrl),
    row('Networks', `${state.sandboxUrl}  ${faint('simulated: look here at what was published')}`),
    row(
      'Hub codes',
      `${state.sandboxUrl}/hub/wordpress/settings/connect  ${faint('make a code, then connect the hub with it')}`,
    ),
    ...(state.webhook
      ? [row('Webhooks', `${state.webhook.url}  ${faint('a webhook of this key: look here at its events')}`)]
      : []),
    row('Everything', options.stateFile),
    '',
    strong('Publish to four networks and a hub at once (paste it):'),
    '',
    curlOf(state),
    '',
  ].join('\n');
}

/** Renders a call with the development accounts. Key and text vary, as X refuses repeated texts. */
export function curlOf(state: Pick<DevState, 'baseUrl' | 'apiKey' | 'sandboxUrl' | 'accounts'>): string {
  const targets = Object.entries(state.accounts)
    .map(([platform, accountId]) => `      { "platform": "${platform}", "accountId": "${accountId}" }`)
    .join(',\n');
  return `curl -s ${state.baseUrl}/api/v1/posts \\
  -H 'Authorization: Bearer ${state.apiKey}' \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: hello-$(date +%s)" \\
  -d '{
    "content": "The harbour is awake at '"$(date +%T)"'. First coffee at seven.",
    "mediaItems": [
      { "type": "image", "url": "${state.sandboxUrl}/__sandbox/samples/harbour.jpg", "altText": "A harbour at sunrise" }
    ],
    "platforms": [
${targets}
    ]
  }'`;
}
