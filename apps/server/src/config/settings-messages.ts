import { type ZodErrorMap, ZodIssueCode } from 'zod';

/** Describes an invalid setting without its value, which may be a secret. */
export const settingsMessages: ZodErrorMap = (issue, { defaultError }) => ({ message: messageOf(issue, defaultError) });

function messageOf(issue: Parameters<ZodErrorMap>[0], given: string): string {
  switch (issue.code) {
    case ZodIssueCode.invalid_type:
    case ZodIssueCode.not_finite:
      return 'Must be a whole number.';
    case ZodIssueCode.too_small:
      return `Must be at least ${issue.minimum}.`;
    case ZodIssueCode.too_big:
      return `Must be at most ${issue.maximum}.`;
    case ZodIssueCode.invalid_enum_value:
      return `Must be one of: ${issue.options.join(', ')}.`;
    case ZodIssueCode.invalid_union:
      return 'Must be "off" or a port from 0 to 65535.';
    default:
      return given;
  }
}
