import { z } from 'zod';

/** The body of a route that takes bytes as they are: no JSON. Its handler reads them. */
export const BytesSchema = z.unknown();
