/** See `scripts/lib/migrations-plugin.ts`. */
declare module 'earmark:migrations' {
  import type { DurableMigration } from '#server/db/durable'

  const migrations: readonly DurableMigration[]
  export default migrations
}
