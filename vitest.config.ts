import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { messagesPlugin } from '#scripts/lib/messages-plugin'
import { LEFT_OUT } from '#scripts/lib/test-arguments.mjs'
import { TEST_LIMIT_MS, UNTIL_TRUE_MS } from '#tests/support/limits'
import { memoryOr } from '#tests/support/memory'
import Sequencer from '#tests/support/sequencer'

const strict = 'tests/support/strict.ts'
const postgres = 'tests/support/postgres.ts'
const copiedBuild = 'tests/built/copied-build.ts'
const sharedDemos = 'tests/e2e/support/shared.ts'
const clientSetup = 'tests/client/vitest.setup.ts'
/** These tests need the build. */
const ofTheBuild = ['built', 'container', 'e2e'].map((folder) => `tests/${folder}/**/*.test.ts`)
/** The files that `npm test -- --changed` skips. */
const leftOut = (process.env[LEFT_OUT] ?? '').split(' ').filter((files) => files !== '')

/**
 * How many files run at the same time if tests mostly wait or run in other processes, as the tests of the build do for
 * more than half of their time: two more than there are cores, but no more than four, because each may need its own
 * browser and servers.
 */
const PROCESSES = Math.min(availableParallelism() + 2, 4)

// For all processes, browsers included: they share pictures of pages in files.
process.env['TMPDIR'] = await memoryOr()

/** The same for every project. */
const everywhere = {
  // Collecting young objects at Node's default of 16 MiB takes a tenth of the tests' processor time.
  execArgv: ['--max-semi-space-size=32'],
  expect: { poll: { timeout: UNTIL_TRUE_MS } },
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  teardownTimeout: TEST_LIMIT_MS,
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    // One more than vitest's default, which would leave one of two cores idle.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: Sequencer },
    projects: [
      {
        test: {
          ...everywhere,
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/client/**', 'tests/durable/**', 'tests/runtimes/**', ...ofTheBuild, ...leftOut],
          setupFiles: [strict],
          globalSetup: [postgres],
          // Some files mostly wait: for a PostgreSQL that never answers, say.
          maxWorkers: availableParallelism() + 1,
          // Loading the server's modules again for each file would cost as much as its tests.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [messagesPlugin(), vue()],
        test: {
          ...everywhere,
          name: 'client',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.ts'],
          exclude: leftOut,
          setupFiles: existsSync(clientSetup) ? [strict, clientSetup] : [strict],
          // As for the server: nothing in the client's modules outlives an app, which every test creates for itself.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...everywhere,
          // One project for all, because a process serves only one project's files, and keeps its browser for them.
          name: 'built',
          environment: 'node',
          include: ofTheBuild,
          exclude: leftOut,
          setupFiles: [strict],
          globalSetup: [postgres, copiedBuild, sharedDemos],
          // The server under test runs in separate processes; these only observe it.
          isolate: false,
          maxWorkers: PROCESSES,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
