import type { UploadRequest } from '@fanfare/rules';
import type { Request } from 'express';

/** The parts of a request by which the rules judge its upload. */
export function uploadHead(req: Request): UploadRequest {
  const length = req.get('Content-Length');
  return {
    method: req.method,
    header: (name) => req.get(name) ?? null,
    length: length === undefined ? null : Number(length),
  };
}
