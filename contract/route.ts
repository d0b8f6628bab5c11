import { type HTTPMethod, type HTTPPath, oc } from '@orpc/contract';
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import type { Access } from '#domain/permissions.ts';

/** What the server reads of a route before its handler runs. */
export interface RouteMeta {
  /** Who may enter. A route of the staff needs the permission of its own name besides (domain/operations.ts). */
  readonly access: Access;
  /** Whether the call moves money or creates something: it then needs the header `Idempotency-Key`. */
  readonly idempotent: boolean;
}

/** Everything a route declares. `access` has no default: a route that does not say who may enter does not type-check. */
export interface RouteDeclaration {
  readonly method: HTTPMethod;
  readonly path: HTTPPath;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly idempotent?: boolean;
  readonly refusals?: readonly RefusalCode[];
  readonly successStatus?: number;
}

const ACCESS_REFUSALS: Record<Access, readonly RefusalCode[]> = {
  anyone: [],
  entering: ['auth.required'],
  'signed-in': ['auth.required', 'auth.second-factor-missing'],
  client: ['auth.required', 'auth.forbidden', 'auth.second-factor-missing'],
  staff: ['auth.required', 'auth.admin-required', 'auth.second-factor-missing', 'auth.permission-missing'],
};

/**
 * Declares one route: method, path under `/api`, who may enter and how it may refuse. The refusals that follow from the access and
 * from idempotency are added here, so that the API document lists every status without each route repeating them.
 */
export function route(declaration: RouteDeclaration) {
  const { access, idempotent = false, refusals = [] } = declaration;
  const codes: RefusalCode[] = [
    'request.invalid',
    'request.malformed',
    ...ACCESS_REFUSALS[access],
    ...(idempotent ? (['idempotency.key-required', 'idempotency.key-reused'] as const) : []),
    ...refusals,
  ];
  const errors = Object.fromEntries([...new Set(codes)].map((code) => [code, { status: REFUSALS[code] }]));
  return oc
    .$meta<RouteMeta>({ access, idempotent })
    .route({
      method: declaration.method,
      path: declaration.path,
      summary: declaration.summary,
      tags: [declaration.tag],
      ...(declaration.successStatus ? { successStatus: declaration.successStatus } : {}),
      spec: (operation) => ({
        ...operation,
        'x-access': access,
        security: access === 'anyone' ? [] : [{ session: [] }],
        parameters: [
          ...(operation.parameters ?? []),
          ...(idempotent
            ? [
                {
                  name: 'Idempotency-Key',
                  in: 'header' as const,
                  required: true,
                  schema: { type: 'string' as const, minLength: 8, maxLength: 200 },
                  description:
                    'Chosen by the caller. The same key with the same body gets the first answer again; with another body it is refused (409).',
                },
              ]
            : []),
        ],
      }),
    })
    .errors(errors);
}
