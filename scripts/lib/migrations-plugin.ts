import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './root.mjs'

const NAME = 'earmark:migrations'
const FOLDER = join(ROOT, 'migrations', 'sqlite')
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

/** What a build reads a module with; Rollup, Vite and Nitro take it. */
interface ModulePlugin {
  name: string
  resolveId(source: string): string | null
  load(id: string): string | null
}

/** `earmark:migrations`: the migrations of SQLite as a module, for a platform where there are no files to read. */
export function migrationsPlugin(): ModulePlugin {
  return {
    name: NAME,
    resolveId: (source) => (source === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(readMigrations())}` : null),
  }
}

/** In the order in which they are run; statements are divided as Drizzle divides them. */
function readMigrations() {
  const journal: unknown = JSON.parse(readFileSync(join(FOLDER, 'meta', '_journal.json'), 'utf8'))
  return journalSchema.parse(journal).entries.map(({ when, tag }) => ({
    when,
    statements: readFileSync(join(FOLDER, `${tag}.sql`), 'utf8').split('--> statement-breakpoint'),
  }))
}
