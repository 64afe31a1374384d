/** As the service's router answers OPTIONS for what is not below /api/v1. */
export const allowedMethods = (methods: string): Response =>
  new Response(methods, { headers: { Allow: methods, 'Content-Type': 'text/html; charset=utf-8' } });
