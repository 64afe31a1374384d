/** A regular expression that is not judged linear, and why it may stay. */
export const ACCEPTED: readonly { readonly pattern: string; readonly why: string }[] = [
  {
    pattern: String.raw`/(?:url|photo|value):\s*['"]?([^\s'"]+)['"]?\s+alt:\s*['"]?([^\n'"]+)['"]?\s*$/gm`,
    why: 'The kit reads a page of the hub that its caller develops, in a process of its own.',
  },
  {
    pattern: String.raw`/(\/api\/v1)?\/*$/`,
    why: 'An option of the SDK, which its caller sets.',
  },
  {
    pattern: String.raw`/(mediaItems\[\d+\]\.url|\w+)(?:\[\d+\])*$/`,
    why: 'A path of a field that the server wrote.',
  },
  {
    pattern: String.raw`/<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i`,
    why: 'The first 1,024 bytes of a page. Hostile texts measure it.',
  },
  {
    pattern: String.raw`/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g`,
    why: 'A page of the documentation that was built with the server.',
  },
  {
    pattern: String.raw`/\s+\S*$/`,
    why: 'The first line of a post, cut to the length of a title.',
  },
  {
    pattern: String.raw`/^(?:\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)*/i`,
    why: 'A file that the operator names in a setting.',
  },
  {
    pattern: '/^(target|repost|event|delivery|webhook|media):([^:]+):?(.*)$/',
    why: 'Rows of the audit that the server wrote.',
  },
  {
    pattern: String.raw`/^\s*(?:"([^"\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>]+)>\s*$/u`,
    why: 'A setting of the operator.',
  },
  {
    pattern: String.raw`/^\s*(\d+)\s+(.*)$/m`,
    why: 'What `ps` prints of processes of this machine.',
  },
  {
    pattern: String.raw`/organization\b.*\bpermissions must be used/i`,
    why: 'The words of a refusal, cut to 8,000 characters (`to-network-error.ts`). Hostile texts measure it.',
  },
  {
    pattern: String.raw`/user-suspended|\b(?:account|user) (?:is|has been) (?:\w+ )?suspended\b/i`,
    why: 'The words of a refusal, cut to 8,000 characters (`to-network-error.ts`). Hostile texts measure it.',
  },
  {
    pattern: "new RegExp(SHORT_LINK, 'g')",
    why: '`https?://t\\.co/[A-Za-z0-9]+`: begins with fixed text and ends with what it repeats.',
  },
  {
    pattern: "new RegExp(`(${SECRET_NAMES})(=|%3D|:[ \\\\t]*)[\"']?[^&\\\\s\"'<>;,]+`, 'gi')",
    why: 'Each character follows one name only. Hostile texts measure it.',
  },
  {
    pattern: 'new RegExp(`(${SHORT_LINK})\\\\s*$`)',
    why: 'A text of X, which is short, and white space only behind a link.',
  },
  {
    pattern:
      "new RegExp(`((?:${SECRET_NAMES})\\\\\\\\?[\"']\\\\s*:\\\\s*\\\\\\\\?)([\"'])(?:\\\\\\\\[^\"']|(?!\\\\2)[^\\\\\\\\])*`, 'gi')",
    why: 'Each character follows one name only. Hostile texts measure it.',
  },
  {
    pattern: 'new RegExp(`[${INVALID}]`)',
    why: 'A set of characters.',
  },
  {
    pattern: 'new RegExp(`^${POST_ID}$`)',
    why: 'Digits, at most 19.',
  },
  {
    pattern: "new RegExp(`^${path.replaceAll('.', '\\\\.').replace(/:\\w+/g, '([^/]+)')}/?$`, 'i')",
    why: 'A path of a route: parameters end at the next slash.',
  },
  {
    pattern: "new RegExp(`^/(?:i/web/|[^/]+/)?status(?:es)?/(${POST_ID})(?!\\\\d)`, 'i')",
    why: 'Begins at the start of the text, and each part ends at a slash.',
  },
  {
    pattern: "new RegExp(`^[${members}]$`, 'i')",
    why: 'A set of characters.',
  },
  {
    pattern: "new RegExp(`^[^${members}]$`, 'i')",
    why: 'A set of characters.',
  },
  {
    pattern: "new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\\\d]\\\\d) ${TIME} (?<year>\\\\d{4})$`, 'i')",
    why: 'Of fixed length.',
  },
  {
    pattern: "new RegExp(`^[a-z]{3}, (?<day>\\\\d\\\\d) (?<month>[a-z]{3}) (?<year>\\\\d{4}) ${TIME} gmt$`, 'i')",
    why: 'Of fixed length.',
  },
  {
    pattern: "new RegExp(`^[a-z]{6,9}, (?<day>\\\\d\\\\d)-(?<month>[a-z]{3})-(?<year>\\\\d\\\\d) ${TIME} gmt$`, 'i')",
    why: 'Of bounded length.',
  },
  {
    pattern: "new RegExp(pattern, 'gi')",
    why: 'The letters of a secret, each once, with white space and dashes between them.',
  },
  {
    pattern: '/%.*$/',
    why: 'A setting of the operator.',
  },
  {
    pattern: '/(<(?:a|img)\\s[^<>]{0,500}?(?:href|src)=")([^"]+)(")/g',
    why: 'A page of the documentation that came with the server.',
  },
  {
    pattern: String.raw`/^(\w+:\/\/)(.*)@([^@/?#]*(?:\/[^@?#]*)?(?:\?[^#]*)?)$/s`,
    why: 'A setting of the operator.',
  },
];
