import { startTests, type Task, type VitestRunner } from '@vitest/runner'
import suites from 'earmark:suites'
import type { DurableStorage } from '#server/db/durable'
import { TEST_LIMIT_MS, UNTIL_TRUE_MS } from '#tests/support/limits'
import { useStorage } from './databases'

const config: VitestRunner['config'] = {
  root: '/',
  name: 'durable',
  setupFiles: [],
  passWithNoTests: false,
  allowOnly: false,
  testNamePattern: undefined,
  sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: true,
}

// The parts of a test process that vitest's `expect` uses.
Object.assign(globalThis, { __vitest_worker__: { config: { expect: { poll: { timeout: UNTIL_TRUE_MS } } } } })

/** @returns the result of each test of the file, and of each suite that could not be set up. */
export async function runFile(path: string, storage: DurableStorage) {
  useStorage(storage)
  const [file] = await startTests([path], { config, importFile: (name) => suites[name]?.() })
  return file === undefined ? [] : endedIn(file)
}

function endedIn(task: Task, above: readonly string[] = []): unknown[] {
  const names = task.type === 'suite' && task.file === task ? [] : [...above, task.name]
  const errors =
    task.result?.errors?.map(({ stack, message, diff }) =>
      [stack ?? message, diff].filter(Boolean).join('\n'),
    ) ?? []
  const ended = { name: names.join(' > '), state: task.result?.state ?? 'not run', errors }
  if (task.type === 'test') return [ended]
  return [...(errors.length > 0 ? [ended] : []), ...task.tasks.flatMap((child) => endedIn(child, names))]
}
