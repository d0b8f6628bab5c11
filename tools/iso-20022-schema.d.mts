export function schemaFile(message: 'pain.001.001.09' | 'pain.008.001.08'): string | null;
