import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';

const standard = new AjvJsonSchemaValidator();

/** Validates input, and names the fields that a tool does not have, which Ajv only counts. */
export const strictValidator: jsonSchemaValidator = {
  getValidator<T>(schema: Parameters<jsonSchemaValidator['getValidator']>[0]): JsonSchemaValidator<T> {
    const validate = standard.getValidator<T>(schema);
    const known = Object.keys(schema.properties ?? {});
    return (input) => {
      const result = validate(input);
      if (result.valid || typeof input !== 'object' || input === null) return result;
      const unknown = Object.keys(input).filter((name) => !known.includes(name));
      if (unknown.length === 0) return result;
      const errorMessage = `${result.errorMessage}. Unknown: ${unknown.join(', ')}; known: ${known.join(', ')}`;
      return { valid: false, data: undefined, errorMessage };
    };
  },
};
