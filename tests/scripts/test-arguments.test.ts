import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { LEFT_OUT, testArguments } from '#scripts/lib/test-arguments.mjs'

const nothing = () => []
const FILE_TIMES = '--reporter=./tests/support/file-times.ts'

describe('npm test', () => {
  it('builds, lists the slow files and passes its arguments on', () => {
    const { args, build } = testArguments(['--project', 'client'], nothing)
    expect(build).toBe(true)
    expect(args).toEqual(['--project', 'client', '--reporter=default', FILE_TIMES])
  })

  it('lists the slow files beside a report only for people', () => {
    const report = ['--reporter=json', '--outputFile.json=report.json']
    expect(testArguments(['--reporter=default', ...report], nothing).args).toContain(FILE_TIMES)
    expect(testArguments(report, nothing).args).toEqual(report)
  })
})

describe('npm test -- --changed', () => {
  const after = (...changed: string[]) => testArguments(['--changed'], () => changed)
  const allLeftOut = (...changed: string[]) => after(...changed).env[LEFT_OUT]?.split(' ')
  const leftOut = (...changed: string[]) =>
    allLeftOut(...changed)?.filter((files) => !files.startsWith('tests/client/'))

  it('neither builds nor runs the whole server for a change of the sources', () => {
    expect(after('server/domain/ranking/score.rules.ts', 'client/ui/UiButton.vue').build).toBe(false)
    expect(leftOut('server/domain/ranking/score.rules.ts')).toEqual([
      'tests/server/*.test.ts',
      'tests/server/db/postgres.test.ts',
      'tests/server/api/**',
      'tests/server/http/**',
      'tests/server/security/**',
      'tests/built/**',
      'tests/container/**',
      'tests/e2e/**',
    ])
  })

  it.each([
    ['tests/server/access.test.ts', 'tests/server/*.test.ts', false],
    ['tests/server/api/users.test.ts', 'tests/server/api/**', false],
    ['tests/built/kills.test.ts', 'tests/built/**', true],
    ['tests/container/image.ts', 'tests/container/**', true],
    ['tests/e2e/support/visitor.ts', 'tests/e2e/**', true],
  ])('also runs the tests next to %s', (changed, files, build) => {
    expect(leftOut(changed)).toHaveLength(7)
    expect(leftOut(changed)).not.toContain(files)
    expect(after(changed).build).toBe(build)
  })

  it('leaves out tests of client features that do not depend on what changed', () => {
    const files = allLeftOut('client/features/storage/StoragePage.vue')
    expect(files).toContain('tests/client/features/users/**')
    expect(files).not.toContain('tests/client/features/storage/**')
  })

  it('makes vitest leave out what it names', async () => {
    const vitest = resolve('node_modules', 'vitest', 'vitest.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'list', '--filesOnly'], {
      env: { ...process.env, ...after('client/ui/UiButton.vue').env },
    })
    expect(stdout).toContain('[client] tests/client/app/i18n.test.ts')
    expect(stdout).toContain('[server] tests/scripts/test-arguments.test.ts')
    expect(stdout).not.toMatch(/tests\/(server\/(api\/|access)|built|container|e2e)/)
  })
})
