import { existsSync } from 'node:fs'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const strict = 'tests/support/strict.ts'
const postgres = 'tests/support/postgres.ts'
const clientSetup = 'tests/client/vitest.setup.ts'
const needBuild = ['tests/built/**/*.test.ts', 'tests/container/**/*.test.ts']

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/client/**', 'tests/e2e/**', ...needBuild],
          setupFiles: [strict],
          globalSetup: [postgres],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.ts'],
          setupFiles: existsSync(clientSetup) ? [strict, clientSetup] : [strict],
          testTimeout: 15_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'built',
          environment: 'node',
          include: needBuild,
          setupFiles: [strict],
          globalSetup: [postgres],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: [strict],
          globalSetup: ['tests/e2e/support/shared.ts'],
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
