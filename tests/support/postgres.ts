import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from './postgres-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL whose user may create databases; its database name is not used by tests. */
    postgresUrl: string
  }
}

/** Vitest global setup: one PostgreSQL for all test files of a project, its address handed to them by `inject`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['EARMARK_TEST_POSTGRES_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return async () => {}
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The tests bring their own PostgreSQL on Linux x64 only; this is ${process.platform} ${process.arch}. ` +
        'Set EARMARK_TEST_POSTGRES_URL to a PostgreSQL whose user may create databases, for example ' +
        'postgres://postgres:password@localhost:5432/postgres',
    )
  }
  const server = await startEmbeddedPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
