import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from './postgres-server'
import { makeTemplates, type Templates } from './templates'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL whose user may create databases; tests do not use the database it names. */
    postgresUrl: string
    /** The templates that suites copy. */
    templates: Templates
  }
}

/**
 * Vitest global setup: one PostgreSQL for all test files of a project, and the migrated databases they copy, provided
 * through `inject`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await findPostgres()
  const { templates, remove } = await makeTemplates(url)
  project.provide('postgresUrl', url)
  project.provide('templates', templates)
  return async () => {
    await remove()
    await stop()
  }
}

async function findPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['EARMARK_TEST_POSTGRES_URL']
  if (given) return { url: given, stop: async () => {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The tests bring their own PostgreSQL on Linux x64 only; this is ${process.platform} ${process.arch}. ` +
        'Set EARMARK_TEST_POSTGRES_URL to a PostgreSQL whose user may create databases, for example ' +
        'postgres://postgres:password@localhost:5432/postgres',
    )
  }
  return startEmbeddedPostgres({ inMemory: true, settings: ['max_wal_size=128MB'] })
}
