/** A group of routes that reports validation errors as one line with the field's name. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './guard.ts';
import { Problem } from './problem.ts';

export function newApi(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const field = issue.path.map(String).join('.');
      throw new Problem(400, field ? `${field}: ${issue.message}` : issue.message, field ? { field } : {});
    },
  });
}
