import { type HTTPMethod, type HTTPPath, oc } from '@orpc/contract';
import { REFUSALS, type RefusalCode } from '#domain/errors.ts';
import type { BANK_FILE_TYPE, FileType, KeptType } from '#domain/files/file-type.ts';
import type { Access } from '#domain/permissions.ts';

/** What the server reads of a route before its handler runs. */
export interface RouteMeta {
  /** Who may enter. A route of the staff needs the permission of its own name besides (domain/operations.ts). */
  readonly access: Access;
  /** Whether the call moves money or creates something: it then needs the header `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** The file that the call takes as its body; null for JSON. */
  readonly upload: UploadDeclaration | null;
}

/** A file that a route takes. Its body is the bytes of the file, its name stands in the header `X-File-Name`. */
export interface UploadDeclaration {
  /** By its content; a file of a bank may be anything and is read afterwards. */
  readonly types: readonly FileType[] | typeof BANK_FILE_TYPE;
  readonly maxBytes: number;
}

/** Everything a route declares. `access` has no default: a route that does not say who may enter does not type-check. */
export interface RouteDeclaration {
  readonly method: HTTPMethod;
  readonly path: HTTPPath;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly idempotent?: boolean;
  readonly upload?: UploadDeclaration;
  /** The types of a stored file that the route answers with. */
  readonly download?: readonly KeptType[];
  readonly refusals?: readonly RefusalCode[];
  readonly successStatus?: number;
}

const ACCESS_REFUSALS: Record<Access, readonly RefusalCode[]> = {
  anyone: [],
  entering: ['auth.required'],
  'signed-in': ['auth.required', 'auth.second-factor-missing'],
  client: ['auth.required', 'auth.forbidden', 'auth.second-factor-missing'],
  staff: [
    'auth.required',
    'auth.admin-required',
    'auth.second-factor-missing',
    'auth.permission-required',
    'staff.own-file',
    'staff.above-limit',
  ],
};

const UPLOAD_REFUSALS: readonly RefusalCode[] = [
  'document.unknown-type',
  'document.too-large',
  'document.empty',
  'document.damaged',
  'document.infected',
  'document.too-slow',
  'document.upload-under-way',
  'document.too-many-uploads',
];

const BYTES = { type: 'string' as const, format: 'binary' };
const BINARY = { 'application/octet-stream': { schema: BYTES } };
const FILE_NAME_HEADER = {
  name: 'X-File-Name',
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const },
  description: 'The name of the file, percent-encoded in UTF-8.',
};

/**
 * Declares one route: method, path under `/api`, who may enter and how it may refuse. The refusals that follow from the access and
 * from idempotency are added here, so that the API document lists every status without each route repeating them.
 */
export function route(declaration: RouteDeclaration) {
  const { access, idempotent = false, upload = null, download, refusals = [] } = declaration;
  const codes: RefusalCode[] = [
    'request.invalid',
    'request.malformed',
    ...ACCESS_REFUSALS[access],
    ...(idempotent ? (['idempotency.key-required', 'idempotency.key-reused'] as const) : []),
    ...(upload ? UPLOAD_REFUSALS : []),
    ...refusals,
  ];
  const errors = Object.fromEntries([...new Set(codes)].map((code) => [code, { status: REFUSALS[code] }]));
  return oc
    .$meta<RouteMeta>({ access, idempotent, upload })
    .route({
      method: declaration.method,
      path: declaration.path,
      summary: declaration.summary,
      tags: [declaration.tag],
      ...(declaration.successStatus ? { successStatus: declaration.successStatus } : {}),
      spec: (operation) => ({
        ...operation,
        'x-access': access,
        ...(upload ? { requestBody: { required: true, content: BINARY } } : {}),
        ...(download
          ? {
              responses: {
                ...operation.responses,
                200: {
                  description: 'The file, to be kept (Content-Disposition: attachment)',
                  content: Object.fromEntries(download.map((type) => [type, { schema: BYTES }])),
                },
              },
            }
          : {}),
        security: access === 'anyone' ? [] : [{ session: [] }],
        parameters: [
          ...(operation.parameters ?? []),
          ...(upload ? [FILE_NAME_HEADER] : []),
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
