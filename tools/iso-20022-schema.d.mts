export function schemaFile(): string | null;
