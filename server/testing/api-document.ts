import type { Person } from './test-bank.ts';

/** The part of JSON Schema that the API document uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** One route as the published API document describes it. */
export interface DocumentedRoute {
  /** `POST /loans/{id}`: how a row of a test names it. */
  readonly name: string;
  /** `loans.decide`: how the contract names it. */
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly access: string;
  /** What stands in the path. */
  readonly inPath: Readonly<Record<string, JsonSchema>>;
  readonly inQuery: Readonly<Record<string, JsonSchema>>;
  readonly inBody: Readonly<Record<string, JsonSchema>>;
}

interface Operation {
  readonly operationId: string;
  readonly 'x-access': string;
  readonly parameters?: readonly { name: string; in: string; schema: JsonSchema }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
}

/** Every route of the document that the product publishes at `/api/openapi.json`. */
export async function documentedRoutes(anyone: Person): Promise<DocumentedRoute[]> {
  const { body } = await anyone.get('/openapi.json');
  const paths = body.paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const parameters = (place: string) =>
        Object.fromEntries(
          (operation.parameters ?? [])
            .filter((parameter) => parameter.in === place)
            .map(({ name, schema }) => [name, schema]),
        );
      return {
        name: `${method.toUpperCase()} ${path}`,
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'],
        inPath: parameters('path'),
        inQuery: parameters('query'),
        inBody: operation.requestBody?.content?.['application/json']?.schema?.properties ?? {},
      };
    }),
  );
}
