import type { MediaKind } from '../world.ts';
import { json, type Reply } from './reply.ts';

// The envelopes of LinkedIn's errors. Microsoft Learn, LinkedIn error handling, Posts API, Images
// API and Videos API error tables, and answers quoted in public issues (named where they are the
// only source); checked 2026-11.

/** An error of the gateway or of the newer services. Field order as on the wire. */
export function refusal(status: number, code: string, message: string): Reply {
  return json(status, { status, code, message });
}

export function emptyToken(): Reply {
  return json(401, { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 });
}

export function invalidToken(): Reply {
  return tokenRefusal(65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token');
}

export function revokedToken(): Reply {
  return tokenRefusal(65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user');
}

export function expiredToken(): Reply {
  return tokenRefusal(65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired');
}

export function restrictedMember(): Reply {
  return tokenRefusal(65608, 'RESTRICTED_MEMBER', 'The member is restricted');
}

function tokenRefusal(serviceErrorCode: number, code: string, message: string): Reply {
  return json(401, { status: 401, serviceErrorCode, code, message });
}

/** @param call `posts.CREATE.20260701`: resource, method and version, or `NO_VERSION`. */
export function notPermitted(call: string): Reply {
  return accessDenied(`Not enough permissions to access: ${call}`);
}

/** The URN in this field is not one the token may speak for. Seen in n8n #1714 for `/author`. */
export function forbiddenField(path: string): Reply {
  return accessDenied(
    `Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [${path}]`,
  );
}

function accessDenied(message: string): Reply {
  return json(403, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message });
}

export function forbiddenMedia(kind: MediaKind): Reply {
  return json(403, {
    message: `Accessing this ${kind} resource is forbidden. Please check your permissions for this resource`,
    status: 403,
  });
}

/** soleur #799; the same sentence ends in "as owner" where media is uploaded. */
export function organizationPermissionsMissing(as: 'author' | 'owner'): Reply {
  return json(400, { message: `Organization permissions must be used when using organization as ${as}`, status: 400 });
}

export function illegalArgument(message: string): Reply {
  return refusal(400, 'ILLEGAL_ARGUMENT', message);
}

/** A parameter that cannot be read, such as an encoded `List(` (linkedin-api-python-client #39). */
export function invalidParameter(name: string): Reply {
  return json(400, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: 'Invalid param. Please see errorDetails for more information.',
    errorDetails: {
      inputErrors: [
        {
          description: 'Invalid value for param; wrong type or other syntax error',
          input: { inputPath: { fieldPath: name } },
          code: 'PARAM_INVALID',
        },
      ],
    },
    status: 400,
  });
}

/** A parameter that the resource does not have (artesaos/laravel-linkedin #20). */
export function unpermittedParameter(name: string): Reply {
  const message = `Unpermitted fields present in PARAMETER: Data Processing Exception while processing fields [/${name}]`;
  return json(403, { serviceErrorCode: 100, message, status: 403 });
}

/** The body does not fit the schema. @param problems whole lines of the validator */
export function schemaRefusal(problems: readonly string[]): Reply {
  return json(422, { message: problems.map((problem) => `${problem}\n`).join(''), status: 422 });
}

export function notFound(): Reply {
  return json(404, { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' });
}

export function tooLong(field: string, length: number, max: number): Reply {
  return refusal(400, 'FIELD_LENGTH_TOO_LONG', `${field} length ${length} can't exceeded maximum ${max} length`);
}

export function invalidValue(field: string, value: unknown): Reply {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return refusal(400, 'INVALID_VALUE_FOR_FIELD', `${field} can't be set to ${shown}`);
}

export function wrongUrnType(field: string, value: string, wanted: string): Reply {
  return refusal(400, 'INVALID_URN_TYPE', `${field} value ${value} must be a ${wanted} URN`);
}

/** Arisamiga/Linkedin-RSS #5. */
export function duplicatePost(urn: string): Reply {
  return json(422, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
    errorDetails: {
      inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }],
    },
    status: 422,
  });
}

export function dayLimitReached(scope: string): Reply {
  return json(429, {
    status: 429,
    serviceErrorCode: 101,
    code: 'TOO_MANY_REQUESTS',
    message: `Resource level throttle ${scope} DAY limit for calls to this resource is reached.`,
  });
}

/**
 * The post is created, but the check of who may comment does not know it yet (gitroomhq/postiz-app
 * #408). Publishers also wait for a second sentence, "Unable to obtain activity" (the same
 * repository's LinkedIn provider, checked 2026-11); its status is not documented.
 */
export function notEverywhereYet(urn: string, form: 'execution' | 'activity'): Reply {
  if (form === 'activity') return json(404, { message: `Unable to obtain activity for urn: ${urn}`, status: 404 });
  return json(404, {
    message:
      'java.util.concurrent.ExecutionException: com.linkedin.restli.server.RestLiServiceException [HTTP Status:404]: ' +
      'com.linkedin.restli.client.RestLiResponseException: Response status 404, serviceErrorMessage: Received error for ' +
      `${urn} from domain authorization endpoint: 404 com.linkedin.content.common.ResponseException: `,
    status: 404,
  });
}
