import type { TargetErrorCode } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import { THREADS_CONTAINER_ERRORS } from '../src/container-errors.ts';
import { findGraphError } from '../src/find-graph-error.ts';
import { GRAPH_ERROR_MARKERS, GRAPH_ERRORS } from '../src/graph-errors.ts';
import { CONTAINER_NAMES, DOCUMENTED, type Documented, EDGES } from './documented-errors.ts';

const named = ([code, subcode]: Documented): string => (subcode === null ? `${code}` : `${code}/${subcode}`);

describe('documented errors', () => {
  it.each(DOCUMENTED.map((row) => [named(row), row] as const))('%s has its target error code', (_, documented) => {
    const [code, subcode, becomes, again] = documented;
    const row = findGraphError({ code, subcode, message: '' });
    expect({ becomes: row?.becomes, again: row?.again }).toEqual({ becomes, again });
  });

  it('leave no row of the tables unreached', () => {
    const reached = new Set(DOCUMENTED.map(([code, subcode]) => findGraphError({ code, subcode, message: '' })));
    expect(GRAPH_ERRORS.filter((row) => !reached.has(row))).toEqual([]);
  });

  it('revoke the account for an app the user removed, and expire it for every other refused token', () => {
    const ends = GRAPH_ERRORS.filter((row) => row.credential !== undefined);
    const revoked = ends.filter((row) => row.credential === 'revoked');
    expect(revoked.map((row) => [row.code, row.subcode])).toEqual([[190, 458]]);
    expect(new Set(ends.map((row) => row.becomes))).toEqual(new Set(['credential_rejected']));
    expect(GRAPH_ERRORS.filter((row) => row.becomes === 'credential_rejected' && !row.credential)).toEqual([]);
  });

  it('give the account holder a way out where one exists', () => {
    const needsRemedy: readonly TargetErrorCode[] = [
      'credential_rejected',
      'permission_missing',
      'account_restricted',
      'media_rejected',
      'media_unreachable',
    ];
    expect(GRAPH_ERRORS.filter((row) => needsRemedy.includes(row.becomes) && row.remedy === undefined)).toEqual([]);
  });
});

describe('documented errors of the edges beyond publishing', () => {
  it.each(Object.entries(EDGES))('%s: all of them are rows of the tables', (_, errors) => {
    const mapped = errors.map(([code, subcode, message]) => findGraphError({ code, subcode, message })?.becomes);
    expect(mapped).toEqual(errors.map(([, , , becomes]) => becomes));
  });
});

describe('findGraphError', () => {
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
    expect(findGraphError({ code: 100, subcode: null, message: `(#100) ${text}.` })?.becomes).toBe(becomes);
    expect(GRAPH_ERROR_MARKERS.filter((marker) => text.includes(marker.text))).toHaveLength(1);
  });

  it('leaves no words of the tables untried', () => {
    expect(GRAPH_ERROR_MARKERS).toHaveLength(10);
  });

  it('does not take code 10 of a post hardly anybody has seen for a missing permission', () => {
    const message = '(#10) Not enough viewers for the media to show insights';
    expect(findGraphError({ code: 10, subcode: null, message })).toMatchObject({ counts: 'none' });
    const denied = '(#10) Application does not have permission for this action';
    expect(findGraphError({ code: 10, subcode: null, message: denied })?.becomes).toBe('permission_missing');
  });

  it('lets a subcode win over words', () => {
    const row = findGraphError({ code: 190, subcode: 458, message: 'The session has been invalidated' });
    expect(row?.credential).toBe('revoked');
  });

  it('does not take "expired" in a carousel message for a dead token', () => {
    const message = 'The children with IDs 1797 are invalid, nonexistent, or expired.';
    expect(findGraphError({ code: 100, subcode: 4279004, message })?.credential).toBeUndefined();
  });

  it('falls back to the code under a subcode it has not met', () => {
    expect(findGraphError({ code: 190, subcode: 999, message: '' })?.becomes).toBe('credential_rejected');
    expect(findGraphError({ code: 9, subcode: 7654321, message: '' })?.becomes).toBe('rate_limited');
    expect(findGraphError({ code: 24, subcode: 7654321, message: '' })?.again).toBe('same');
  });

  it('keeps small subcodes to their code: 463 under code 100 is no expired token', () => {
    expect(findGraphError({ code: 100, subcode: 463, message: '' })?.becomes).toBe('content_rejected');
  });

  it('knows nothing about a code nobody documented', () => {
    expect(findGraphError({ code: 987654, subcode: null, message: '' })).toBeNull();
    expect(findGraphError({ code: 300, subcode: null, message: '' })).toBeNull();
  });
});

describe('container errors of Threads', () => {
  it('are all mapped: the file itself is final, the rest may pass', () => {
    const table = Object.entries(THREADS_CONTAINER_ERRORS).map(([name, row]) => [name, row.becomes, row.again ?? null]);
    expect(table).toEqual(CONTAINER_NAMES);
  });
});
