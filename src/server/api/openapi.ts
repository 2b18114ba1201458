/** The OpenAPI 3.1 document of all routes; `x-roles` and `x-scope` say who may call each. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { accessOf } from './access.ts';
import type { ApiEnv } from './guard.ts';

export function describeApi(api: OpenAPIHono<ApiEnv>, { version }: { version: string }) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'sensebench studio',
      version,
      description: 'Annotation and leaderboards of commonsense benchmarks. Sessions are cookies or bearer tokens.',
    },
  });
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const access = accessOf(method, path);
        const roles = access?.scope === 'anyone' ? ['visitor', 'owner', 'annotator', 'viewer', 'participant'] : (access?.roles ?? []);
        return [method, { ...operation, 'x-roles': roles, 'x-scope': access?.scope ?? 'nobody' }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}
