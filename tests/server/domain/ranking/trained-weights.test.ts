import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ROOT } from '#scripts/lib/root.mjs'

const run = promisify(execFile)

// In a separate process, because it computes for many seconds without a pause.
it('The shipped weights are those that `npm run train` writes', async ({ signal }) => {
  const args = ['--import', 'tsx', 'scripts/train.ts', '--check']
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, signal }).catch((error: unknown) => {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`Run npm run train, then npm run eval, and commit what changed.\n${said}`, {
      cause: error,
    })
  })
  expect(stdout).toContain('is up to date.')
})
