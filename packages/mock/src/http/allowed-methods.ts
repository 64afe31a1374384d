import type { HttpAnswer } from './http-answer.ts';

/** As the service's router answers OPTIONS for what is not below /api/v1. */
export const allowedMethods = (methods: string): HttpAnswer => ({
  status: 200,
  headers: { allow: methods, 'content-type': 'text/html; charset=utf-8' },
  body: methods,
});
