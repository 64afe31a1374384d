import type { JsonObject } from '../read-json.ts';
import type { ClientForbidden } from './settings.ts';
import type { XState } from './world.ts';

/** The answer of an endpoint. `null` is an empty body. */
export type Answer = {
  readonly status: number;
  readonly body: JsonObject | null;
};

export type Refused = { readonly ok: false; readonly answer: Answer };
export type Allowed<T> = { readonly ok: true; readonly value: T };
export type Checked<T> = Allowed<T> | Refused;

// X still writes the old host into problem types (OpenAPI 2.167, checked 2026-08).
const PROBLEMS = 'https://api.twitter.com/2/problems';

export function allowed<T>(value: T): Allowed<T> {
  return { ok: true, value };
}

export function refused(answer: Answer): Refused {
  return { ok: false, answer };
}

export function ok(body: JsonObject): Answer {
  return { status: 200, body };
}

export function plainProblem(status: number, title: string, detail: string): Answer {
  return { status, body: { title, detail, type: 'about:blank', status } };
}

export function unauthorized(): Answer {
  return plainProblem(401, 'Unauthorized', 'Unauthorized');
}

export function forbidden(detail = 'Forbidden'): Answer {
  return plainProblem(403, 'Forbidden', detail);
}

export type Complaint = { readonly message: string; readonly parameters?: Readonly<Record<string, readonly string[]>> };

export function invalidRequest(...complaints: readonly Complaint[]): Answer {
  return {
    status: 400,
    body: {
      errors: complaints.map(({ message, parameters = {} }) => ({ message, parameters })),
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${PROBLEMS}/invalid-request`,
    },
  };
}

/** One missing object, in the `errors` of a 200 or as a whole 404. */
export function missing(resourceType: string, parameter: string, value: string): JsonObject {
  return {
    resource_id: value,
    resource_type: resourceType,
    parameter,
    value,
    title: 'Not Found Error',
    detail: `Could not find ${resourceType} with ${parameter}: [${value}].`,
    type: `${PROBLEMS}/resource-not-found`,
  };
}

export function notFound(resourceType: string, parameter: string, value: string): Answer {
  return { status: 404, body: { ...missing(resourceType, parameter, value), status: 404 } };
}

export function fieldNotAuthorized(resourceId: string, field: string): JsonObject {
  return {
    resource_id: resourceId,
    resource_type: 'tweet',
    parameter: field,
    value: resourceId,
    field,
    section: 'data',
    title: 'Field Authorization Error',
    detail: `Sorry, you are not authorized to access '${field}' on the Tweet with id : [${resourceId}].`,
    type: `${PROBLEMS}/not-authorized-for-field`,
  };
}

export function tooManyRequests(shape: XState['settings']['rateLimitAnswer']): Answer {
  switch (shape) {
    case 'problem':
      return plainProblem(429, 'Too Many Requests', 'Too Many Requests');
    case 'code-88':
      return { status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } };
    case 'usage-capped':
      return {
        status: 429,
        body: {
          title: 'UsageCapExceeded',
          detail: 'Usage cap exceeded: Monthly product cap',
          period: 'Monthly',
          scope: 'Product',
          type: `${PROBLEMS}/usage-capped`,
        },
      };
  }
}

/** Both forms have been seen in 2026 (tryethernal/ethernal #1314 and #1324). */
export function outOfCredits(shape: XState['settings']['creditsAnswer']): Answer {
  const [title, type] =
    shape === 'credits-depleted' ? ['CreditsDepleted', 'credits'] : ['Payment Required', 'credits-depleted'];
  const detail =
    shape === 'credits-depleted'
      ? 'Your enrolled account does not have any credits to fulfill this request.'
      : 'credits depleted';
  return { status: 402, body: { title, detail, type: `${PROBLEMS}/${type}`, status: 402 } };
}

export function suspended(): Answer {
  return {
    status: 403,
    body: {
      errors: [{ code: 64, message: 'Your account is suspended and is not permitted to access this feature.' }],
      title: 'Forbidden',
      detail: 'Your account is suspended and is not permitted to access this feature.',
      type: 'https://api.twitter.com/2/problems/user-suspended',
      status: 403,
    },
  };
}

/**
 * The app is in no project, or in one without this access (bodies:
 * xdevplatform/twitter-api-java-sdk issue 67, xdevplatform/samples issue 129, checked 2026-11).
 */
export function clientForbidden(reason: ClientForbidden, clientId: string): Answer {
  const enrolls = reason === 'client-not-enrolled';
  return {
    status: 403,
    body: {
      client_id: clientId,
      detail: enrolls
        ? 'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project. You can create a project via the developer portal.'
        : 'This request must be made from an approved client.',
      ...(enrolls && {
        registration_url: 'https://developer.twitter.com/en/docs/projects/overview',
        required_enrollment: 'Appropriate Level of API Access',
      }),
      title: 'Client Forbidden',
      reason,
      type: `${PROBLEMS}/client-forbidden`,
    },
  };
}
