import { type Refusal, UNAUTHORIZED } from '@fanfare/rules';
import { routerLocationOf } from './moved-location.ts';
import type { RouterPlan } from './router-plan.ts';

const LABEL = '[a-z][a-z0-9]{0,11}';
const cookie = (name: string): string =>
  `~(?:^|;\\s*)(?:__Host-)?fanfare-${name}(?:-[0-9a-f]{8})?=(?<label>${LABEL})\\.`;

/** An error of the router, in the form of the API. */
function refusal(site: string, name: string, status: number, { code, message, headers = {} }: Refusal): string {
  const error = { code, message, requestId: '$fanfare_id', docUrl: `${site}/docs/errors#${code}` };
  const body = JSON.stringify({ error }).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const sent = { 'X-Request-Id': '$fanfare_id', 'Cache-Control': 'no-store', ...headers };
  return `
  location @${name} {
    default_type application/json;
${Object.entries(sent)
  .map(([header, value]) => `    add_header ${header} ${value} always;\n`)
  .join('')}    return ${status} '${body}';
  }
`;
}

const NO_LINK: Refusal = {
  code: 'not_found',
  message: 'This address names a cell that does not exist here. Check that it is complete.',
};
const AWAY: Refusal = {
  code: 'unavailable',
  message: 'The cell of this request gives no answer right now. Repeat the request with the same idempotency key.',
  headers: { 'Retry-After': '5' },
};

const passing = (to: string, more = ''): string => `    proxy_pass http://${to};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_read_timeout 610s;
    proxy_connect_timeout 2s;
    ${more || 'proxy_next_upstream off;'}`;

const upstream = (
  name: string,
  servers: readonly string[],
  others: readonly string[] = [],
): string => `upstream ${name} {
${servers.map((server) => `  server ${server} max_fails=1 fail_timeout=2s;`).join('\n')}
${others.map((server) => `  server ${server} backup;\n`).join('')}  keepalive 64;
}
`;

const listening = ({ names, listen }: RouterPlan): string =>
  names.length === 0
    ? `  listen ${listen};`
    : `  listen 443 ssl;
  listen [::]:443 ssl;
  server_name ${names.join(' ')};
  ssl_certificate /etc/letsencrypt/live/${names[0]}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${names[0]}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;`;

/**
 * One file for `/etc/nginx/conf.d` that sends each request to its cell. The first label decides:
 * that of a moved key, of a key, of a link, of an OAuth state, of a cursor, of a cookie.
 */
export function nginxRouter(plan: RouterPlan): string {
  const { cells, defaultCell, moved } = plan;
  const fallback = cells.find(({ label }) => label === defaultCell) ?? cells[0];
  const others = cells.filter((cell) => cell !== fallback).flatMap(({ servers }) => servers);
  // As callers know it; a proxy in front may have changed the scheme only.
  const site = plan.names.length === 0 ? '$scheme://$http_host' : `https://${plan.names[0]}`;
  const known = cells.map(({ label }) => `  ${label} fanfare_${label};`).join('\n');
  return `# Written by "fanfare router nginx". Each server needs CELL, the same BASE_URL and TRUST_PROXY=1.
map_hash_bucket_size 128;
${upstream('fanfare_any', fallback.servers, others)}${cells.map(({ label, servers }) => upstream(`fanfare_${label}`, servers)).join('')}

# The id of a request: the caller's own, or a new one in the form of the servers.
map $request_id $fanfare_new_id {
  default $request_id;
  "~^(?<a>.{8})(?<b>.{4})(?<c>.{4})(?<d>.{4})(?<e>.{12})$" $a-$b-$c-$d-$e;
}
map $http_x_request_id $fanfare_id { default $fanfare_new_id; "~^[0-9A-Za-z_-]{1,64}$" $http_x_request_id; }
# A moved key keeps its label; its two ends lead to its new cell.
map $http_authorization $fanfare_ends {
  default "";
  "~^(?i:Bearer) +fanfare_sk_(?<start>(?:${LABEL}_)?[0-9A-Za-z]{4})[0-9A-Za-z]{41}(?<end>[0-9A-Za-z]{4})$" "$start-$end";
}
map $fanfare_ends $fanfare_moved {
  default "";
${moved.map(({ start, end, cell }) => `  ${start}-${end} ${cell};\n`).join('')}}
map $http_authorization $fanfare_key {
  default "";
  "~^(?i:Bearer) +fanfare_sk_(?<label>${LABEL})_[0-9A-Za-z]{49}$" $label;
}
# A key without a label.
map $http_authorization $fanfare_old_key {
  default "";
  "~^(?i:Bearer) +fanfare_sk_[0-9A-Za-z]{49}$" ${defaultCell ?? '-'};
}
map $uri $fanfare_link {
  default "";
  "~^/(?:connect|setup|invitations|uploads|m|sign-in/link)/(?<label>${LABEL})\\." $label;
}
map "$uri?$arg_state" $fanfare_state { default ""; "~^/oauth/[^?]*\\?(?<label>${LABEL})\\." $label; }
map "$uri?$arg_v" $fanfare_logo { default ""; "~^/connect-logo/[^?]*\\?(?<label>${LABEL})\\." $label; }
map "$uri?$arg_cell" $fanfare_chosen { default ""; "~^/sign-in\\?(?<label>${LABEL})$" $label; }
map "$arg_cursor,$arg_after,$http_last_event_id" $fanfare_cursor { default ""; "~^,{0,2}(?<label>${LABEL})\\." $label; }
map $http_cookie $fanfare_session { default ""; "${cookie('session')}" $label; }
map $http_cookie $fanfare_browser { default ""; "${cookie('browser')}" $label; }
# A browser may have a session of one cell and be about to sign in at another.
map $uri $fanfare_cookies {
  default "$fanfare_session,$fanfare_browser";
  "~^/sign-in(?:/|$)" "$fanfare_browser,$fanfare_session";
}
map "$fanfare_moved,$fanfare_key,$fanfare_link,$fanfare_state,$fanfare_logo,$fanfare_chosen,$fanfare_cursor,$fanfare_old_key,$fanfare_cookies" $fanfare_cell {
  default "";
  "~^,*(?<label>[^,]+)" $label;
}
map $fanfare_cell $fanfare_cell_servers {
  default "";
  "" fanfare_any;
${known}
}
# What has no label: a sign-in asks for the cell; a key answers 401, a link 404.
map "$fanfare_cell_servers,$fanfare_key$fanfare_old_key" $fanfare_refused { default ""; "," link; "~^,." key; }
map "$fanfare_cell,$uri" $fanfare_asks { default ""; ",/sign-in" 1; }

${plan.names.length === 0 ? '' : `server {\n  listen 80;\n  listen [::]:80;\n  server_name ${plan.names.join(' ')};\n  return 301 https://$host$request_uri;\n}\n`}
server {
${listening(plan)}
  # The server accepts 2 MiB and headers of 16 KiB, and says so itself.
  client_max_body_size 3m;
  large_client_header_buffers 8 32k;

  error_page 491 = @fanfare_no_key;
  error_page 492 = @fanfare_no_link;
  error_page 502 504 = @fanfare_away;
  if ($fanfare_refused = key) { return 491; }
  if ($fanfare_refused = link) { return 492; }
  if ($fanfare_asks) { return 303 /cells$is_args$args; }
${refusal(site, 'fanfare_no_key', 401, UNAUTHORIZED)}${refusal(site, 'fanfare_no_link', 404, NO_LINK)}${refusal(site, 'fanfare_away', 503, AWAY)}
  location / {
${passing('$fanfare_cell_servers')}
  }

  # Any cell answers these, so another one does where the first is away. A repeated callback has one code.
  location ~ ^/(?:cells|removal/.*|docs/.*|openapi\\.yaml|robots\\.txt)$ {
${passing('fanfare_any', 'proxy_next_upstream error timeout http_502 http_503 non_idempotent;')}
  }

  # Cells call each other directly.
  location /cells/peers/ { return 492; }

  # Files on their way in and out, without a copy on this machine: up to 1 GiB, which the server checks.
  location ~ ^/(?:uploads/|m/|api/v1/media$) {
    client_max_body_size 1g;
    client_body_timeout 60s;
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
${passing('$fanfare_cell_servers')}
  }

  # A file whose workspace has moved: its old cell says where it is. Networks follow no redirect.
${cells
  .map(
    ({ label }) => `  location ${routerLocationOf(label)} {
    proxy_max_temp_file_size 0;
${passing(`fanfare_${label}`)}
  }
`,
  )
  .join('')}
  # Events reach their reader when they happen.
  location = /api/v1/events/stream {
    proxy_buffering off;
${passing('$fanfare_cell_servers').replace('610s', '1h')}
  }
}
`;
}
