import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { OF_RUNTIME } from '#tests/support/runtime'
import { writeWorkerdConfig } from '#tests/support/workerd'

const OUTPUT = join(import.meta.dirname, '..', '..', OF_RUNTIME.isWorker ? '.output-cloudflare' : '.output')

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory that contains only a copy of the build. Servers only read it. */
    copiedBuild: string
  }
}

/** Vitest global setup: one copy of the build of this checkout for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'earmark-built-'))
  await chmod(directory, 0o755)
  await cp(OUTPUT, directory, { recursive: true })
  if (OF_RUNTIME.isWorker) await writeWorkerdConfig(join(directory, 'server'))
  project.provide('copiedBuild', directory)
  return () => rm(directory, { recursive: true, force: true })
}
