import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the next migration from the schema; it is read, and committed, by a person. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/index.ts',
  out: './server/db/migrations',
});
