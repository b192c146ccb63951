import { defineConfig } from 'vitest/config'
import { TEST_LIMIT_MS } from '#tests/support/limits'
import { memoryOr } from '#tests/support/memory'

process.env['TMPDIR'] = await memoryOr()

/** Separate from the other projects, because it needs the packages in `tests/runtimes`. */
export default defineConfig({
  test: {
    name: 'durable',
    include: ['tests/durable/**/*.test.ts'],
    setupFiles: ['tests/support/strict.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
  },
})
