import type { TargetErrorCode } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import { THREADS_CONTAINER_ERRORS } from '../src/container-errors.ts';
import { GRAPH_ERRORS } from '../src/graph-errors.ts';
import { againOf, CONTAINER_NAMES, DOCUMENTED, type Documented, EDGES, graphErrorRow } from './documented-errors.ts';

const named = ([code, subcode]: Documented): string => (subcode === null ? `${code}` : `${code}/${subcode}`);

describe('documented errors', () => {
  it.each(DOCUMENTED.map((row) => [named(row), row] as const))('%s has its target error code', (_, documented) => {
    const [code, subcode, becomes, again] = documented;
    const row = graphErrorRow(code, subcode);
    expect({ becomes: row.code, again: againOf(row) }).toEqual({ becomes, again });
  });

  it('leave no row of the tables unreached', () => {
    const reached = new Set(DOCUMENTED.map(([code, subcode]) => graphErrorRow(code, subcode).name));
    const byCode = GRAPH_ERRORS.filter(({ name }) => /^[-*\d]/.test(name));
    expect(byCode.length).toBeGreaterThan(60);
    expect(byCode.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
  });

  it('revoke the account for an app the user removed, and expire it for every other refused token', () => {
    const ends = GRAPH_ERRORS.filter((row) => row.credential !== undefined);
    const revoked = ends.filter((row) => row.credential === 'revoked');
    expect(revoked.map(({ name }) => name)).toEqual(['190/458']);
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set(['credential_rejected']));
    const lasting = GRAPH_ERRORS.filter((row) => row.code === 'credential_rejected' && !row.credential);
    expect(lasting.map(({ name }) => name)).toEqual(['exchange_code_refused']);
  });

  it('give the account owner a remedy where one exists', () => {
    const needsRemedy: readonly TargetErrorCode[] = [
      'credential_rejected',
      'permission_missing',
      'account_restricted',
      'media_rejected',
      'media_unreachable',
    ];
    expect(GRAPH_ERRORS.filter((row) => needsRemedy.includes(row.code) && row.remedy === undefined)).toEqual([]);
  });
});

describe('documented errors of the edges beyond publishing', () => {
  it.each(Object.entries(EDGES))('%s: all of them are rows of the tables', (_, errors) => {
    const mapped = errors.map(([code, subcode, message]) => graphErrorRow(code, subcode, message).code);
    expect(mapped).toEqual(errors.map(([, , , becomes]) => becomes));
  });
});

describe('the row of an error', () => {
  it.each([
    ['session has been invalidated', 'credential_rejected'],
    ['You cannot access the app till you log in to', 'credential_rejected'],
    ['Session key is malformed', 'credential_rejected'],
    ['The user is not an Instagram Business', 'account_restricted'],
    ['THREADS_API__LINK_LIMIT_EXCEEDED', 'content_rejected'],
    ['Param text must be at most 500 characters long', 'content_rejected'],
    ['Not enough viewers for the media to show insights', 'content_rejected'],
    ['does not support the saved metric for this media product type', 'content_rejected'],
    ['The metric shares is not supported for this media type', 'content_rejected'],
    ['Unknown path components: /v21.0/me', 'network_unavailable'],
  ] as const)('reads "%s" where no subcode decides', (text, becomes) => {
    expect(graphErrorRow(100, null, `(#100) ${text}.`).code).toBe(becomes);
  });

  it('does not treat code 10 of a post with few viewers, or of a refused label, as a missing permission', () => {
    const refused = '(#10) Creator is not eligible for branded content. Ensure branded content tools are enabled.';
    expect(graphErrorRow(10, null, refused).code).toBe('content_rejected');
    const message = '(#10) Not enough viewers for the media to show insights';
    expect(graphErrorRow(10, null, message)).toMatchObject({ counts: 'none' });
    const denied = '(#10) Application does not have permission for this action';
    expect(graphErrorRow(10, null, denied).code).toBe('permission_missing');
  });

  it('lets a subcode win over words', () => {
    const row = graphErrorRow(190, 458, 'The session has been invalidated');
    expect(row.credential).toBe('revoked');
  });

  it('does not treat "expired" in a carousel message as an expired token', () => {
    const message = 'The children with IDs 1797 are invalid, nonexistent, or expired.';
    expect(graphErrorRow(100, 4279004, message).credential).toBeUndefined();
  });

  it('falls back to the code for an unknown subcode', () => {
    expect(graphErrorRow(190, 999).code).toBe('credential_rejected');
    expect(graphErrorRow(9, 7654321).code).toBe('rate_limited');
    expect(graphErrorRow(24, 7654321).notReady).toBe(true);
  });

  it('keeps small subcodes to their code: 463 under code 100 is no expired token', () => {
    expect(graphErrorRow(100, 463).code).toBe('content_rejected');
  });

  it('has no row for an undocumented code', () => {
    expect([graphErrorRow(987654, null).name, graphErrorRow(300, null).name]).toEqual(['refused', 'refused']);
  });
});

describe('container errors of Threads', () => {
  it('are all mapped: errors of the file are final, the rest may pass', () => {
    const table = THREADS_CONTAINER_ERRORS.map((row) => [row.name, row.code, againOf(row) ?? null]);
    expect(table).toEqual(CONTAINER_NAMES);
  });
});
