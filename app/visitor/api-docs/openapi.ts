/** What the page reads of an OpenAPI 3.1 document: the parts that our own server writes. */

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly description?: string;
}

interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-access'?: string;
}

export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

export interface Refusals {
  readonly status: number;
  readonly codes: readonly string[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  readonly parameters: readonly Parameter[];
  /** The body asked for and the one answered, in the notation of `typeText`; null when there is none. */
  readonly input: string | null;
  readonly output: string | null;
  /** Media type of the answer, when it is not JSON. */
  readonly mediaType: string | null;
  readonly refusals: readonly Refusals[];
}

export interface OperationGroup {
  readonly tag: string;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What a value must be beyond its type: « uuid », « ≥ 1 ». The bounds of every safe integer say nothing and are left out. */
function limits(schema: Schema): string[] {
  const bound = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    schema.format ?? '',
    bound(schema.minimum) ? `≥ ${schema.minimum}` : '',
    bound(schema.maximum) ? `≤ ${schema.maximum}` : '',
    schema.minLength ? `length ≥ ${schema.minLength}` : '',
    schema.maxLength === undefined ? '' : `length ≤ ${schema.maxLength}`,
  ].filter(Boolean);
}

function objectText(schema: Schema, indent: string): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return '{}';
  const inner = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    const notes = limits(property);
    const note = notes.length > 0 ? `  // ${notes.join(', ')}` : '';
    return `${inner}${name}${mark}: ${typeText(property, inner)}${note}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** A schema as people read types: `{ name?: string  // length ≤ 100 }`, one property to a line. */
export function typeText(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeText(choice, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent)).join(' & ');
  if (schema.type === 'array') {
    const item = typeText(schema.items ?? {}, indent);
    return /[|&]/.test(item.replace(/\{[\s\S]*\}/, '')) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object' || schema.properties) return objectText(schema, indent);
  return schema.type ?? 'any';
}

function jsonSchema(content: Content | undefined): Schema | undefined {
  return content?.['application/json']?.schema;
}

function refusalsOf(responses: OperationObject['responses'] = {}): Refusals[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => {
      const codes = jsonSchema(content)?.properties?.code?.enum ?? [];
      return { status: Number(status), codes: codes.map(String) };
    });
}

function operationOf(path: string, method: string, operation: OperationObject): Operation {
  const success = Object.entries(operation.responses ?? {}).find(([status]) => Number(status) < 400)?.[1];
  const input = jsonSchema(operation.requestBody?.content);
  const output = jsonSchema(success?.content);
  const mediaType = Object.keys(success?.content ?? {})[0] ?? null;
  return {
    id: operation.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    access: operation['x-access'] ?? 'anyone',
    parameters: operation.parameters ?? [],
    input: input ? typeText(input) : null,
    output: output ? typeText(output) : null,
    mediaType: mediaType === 'application/json' ? null : mediaType,
    refusals: refusalsOf(operation.responses),
  };
}

/** Every operation of the document under its tag, both in the document's order. */
export function operationsByTag(document: ApiDocument): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? '';
      const group = groups.get(tag) ?? [];
      group.push(operationOf(path, method, operation));
      groups.set(tag, group);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

/** The groups with the operations whose method, path, summary or access contains every word typed. */
export function matching(groups: readonly OperationGroup[], typed: string): OperationGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ tag, operations }) => ({
      tag,
      operations: operations.filter(({ method, path, summary, access }) => {
        const text = `${tag} ${method} ${path} ${summary} ${access}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
