import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { mayReadAs, writerRefusal } from '../page-roles.ts';
import { textAt } from '../restli/body-path.ts';
import { forbiddenMedia, illegalArgument, notFound, schemaRefusal } from '../restli/refusals.ts';
import { empty, json, type Reply } from '../restli/reply.ts';
import { readJson } from '../restli/request-body.ts';
import { rawQuery, textParameter } from '../restli/restli-query.ts';
import { type Schema, schemaProblems } from '../restli/restli-schema.ts';
import type { Media, World } from '../world.ts';
import { acceptFile, lookAt, newMedia, newUpload } from './media.ts';

// Microsoft Learn, LinkedIn Documents API, checked 2026-11: PPT, PPTX, DOC, DOCX and PDF.
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_PAGES = 300;
/** The state is read with the token of a page, never with that of a member. */
const readScopes = ['w_organization_social', 'r_organization_social'];

const initializeSchema: Schema = {
  fields: { initializeUploadRequest: { fields: { owner: 'string' }, optional: [] } },
  optional: [],
};

/** `POST /rest/documents?action=initializeUpload` */
export async function startDocument(world: World, caller: Caller, req: Request): Promise<Reply> {
  if (textParameter(rawQuery(req), 'action') !== 'initializeUpload')
    return illegalArgument("Parameter 'action' is required");
  const body = await readJson(req);
  if (!body.ok) return body.reply;
  const problems = schemaProblems(initializeSchema, body.value);
  if (problems.length > 0) return schemaRefusal(problems);
  const owner = textAt(body.value, 'initializeUploadRequest', 'owner');
  const refusal = writerRefusal(world, caller, { urn: owner, as: 'owner', path: '/initializeUploadRequest/owner' });
  if (refusal) return refusal;

  const document = newMedia(world, 'document', owner);
  const expiresAt = world.context.clock.now() + world.settings.imageUrlLifeMs;
  const uploadUrl = newUpload(world, {
    media: document,
    name: 'uploaded-document/0',
    kind: 'document',
    bearerId: caller.member.id,
    expiresAt,
    receive: (bytes) => receiveDocument(world, document, bytes),
  });
  return json(200, { value: { uploadUrlExpiresAt: expiresAt, uploadUrl, document: document.urn } });
}

/** `GET /rest/documents/{urn}` */
export function showDocument(world: World, caller: Caller, urn: string): Reply {
  const document = world.media.get(urn);
  if (document?.kind !== 'document') return notFound();
  const isPage = document.owner.startsWith('urn:li:organization:');
  const isAllowed = isPage && readScopes.some((scope) => caller.scopes.has(scope));
  if (!isAllowed || !mayReadAs(world, caller.member.id, document.owner)) return forbiddenMedia('document');
  const { status } = lookAt(world, document);
  const downloadUrl = status === 'AVAILABLE' ? document.file?.blob.url : undefined;
  return json(200, { id: document.urn, owner: document.owner, status, ...(downloadUrl && { downloadUrl }) });
}

/** The bytes are always accepted; processing finds out that they are no document. */
function receiveDocument(world: World, document: Media, bytes: Buffer): Reply {
  const contentType = isPdf(bytes) ? 'application/pdf' : 'application/octet-stream';
  document.pages = pagesOf(bytes);
  acceptFile(world, document, { bytes, contentType, failure: documentFailure(bytes) });
  return empty(201);
}

/** Says why LinkedIn cannot show a document, or null. */
export function documentFailure(bytes: Buffer): string | null {
  if (bytes.byteLength > MAX_BYTES) return 'Unsupported file size';
  if (!isPdf(bytes) && !isOffice(bytes)) return 'Unsupported document';
  return (pagesOf(bytes) ?? 0) > MAX_PAGES ? 'Unsupported page count' : null;
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

/**
 * Pages of a PDF, or slides of a PPTX, whose names stand in the directory of the ZIP; else null.
 */
function pagesOf(bytes: Buffer): number | null {
  if (isPdf(bytes)) return countPages(bytes) || null;
  const names = bytes.toString('latin1').match(/ppt\/slides\/slide\d+\.xml/g);
  return names === null ? null : new Set(names).size;
}

/** Pages that stand uncompressed in a PDF. */
const countPages = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** DOCX and PPTX name their parts in a ZIP; DOC and PPT are compound files (MS-CFB 2.2). */
function isOffice(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return true;
  const isZip = bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
  return isZip && (bytes.includes('word/document.xml') || bytes.includes('ppt/presentation.xml'));
}
