import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './root.mjs'

const NAME = 'earmark:migrations'
const FOLDER = join(ROOT, 'migrations', 'sqlite')
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

/** A build plugin for Rollup, Vite and Nitro. */
interface ModulePlugin {
  name: string
  resolveId(source: string): string | null
  load(id: string): string | null
}

/** `earmark:migrations`: the SQLite migrations as a module, for a platform without files. */
export function migrationsPlugin(): ModulePlugin {
  return {
    name: NAME,
    resolveId: (source) => (source === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(readMigrations())}` : null),
  }
}

/** The migrations in execution order. Statements are split as Drizzle splits them. */
function readMigrations() {
  const journal: unknown = JSON.parse(readFileSync(join(FOLDER, 'meta', '_journal.json'), 'utf8'))
  return journalSchema.parse(journal).entries.map(({ when, tag }) => ({
    when,
    statements: readFileSync(join(FOLDER, `${tag}.sql`), 'utf8').split('--> statement-breakpoint'),
  }))
}
