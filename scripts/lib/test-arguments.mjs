// @ts-check
import { spawnSync } from 'node:child_process'
import { untouchedFeatures } from './client-features.mjs'
import { ROOT } from './root.mjs'

/**
 * Tests that run the whole server, which imports almost everything: `--changed` skips them unless something in their
 * own folder changed. Those marked `built` need the build.
 */
const OF_THE_WHOLE = [
  { files: 'tests/server/*.test.ts', own: /^tests\/server\/[^/]+$/, built: false },
  { files: 'tests/server/db/postgres.test.ts', own: /^tests\/server\/db\//, built: false },
  { files: 'tests/server/api/**', own: /^tests\/server\/api\//, built: false },
  { files: 'tests/server/http/**', own: /^tests\/server\/http\//, built: false },
  { files: 'tests/server/security/**', own: /^tests\/server\/security\//, built: false },
  { files: 'tests/built/**', own: /^tests\/built\//, built: true },
  { files: 'tests/container/**', own: /^tests\/container\//, built: true },
  { files: 'tests/e2e/**', own: /^tests\/e2e\//, built: true },
]

/** Environment variable with globs of test files to skip in every project: vitest's `--exclude` does not. */
export const LEFT_OUT = 'EARMARK_TESTS_LEFT_OUT'

const FILE_TIMES = '--reporter=./tests/support/file-times.ts'

/**
 * What `npm test` does with its arguments.
 *
 * @param {readonly string[]} given the arguments, for vitest
 * @param {() => string[]} listChanged paths of the files that differ from the last commit
 * @returns {{ args: string[], env: Record<string, string>, build: boolean }} vitest's arguments, additional
 *   environment variables, and whether it requires a build
 */
export function testArguments(given, listChanged = filesThatChanged) {
  const args = [...given, ...reporters(given)]
  if (!given.includes('--changed')) return { args, env: {}, build: true }
  const changed = listChanged()
  const untouched = OF_THE_WHOLE.filter(({ own }) => !changed.some((path) => own.test(path)))
  const leftOut = [
    ...untouched.map(({ files }) => files),
    ...untouchedFeatures(changed).map((name) => `tests/client/features/${name}/**`),
  ]
  return {
    args: [...args, '--passWithNoTests'],
    env: { [LEFT_OUT]: leftOut.join(' ') },
    build: OF_THE_WHOLE.some((tests) => tests.built && !untouched.includes(tests)),
  }
}

/**
 * The reporters: vitest's own for people, then the list of slow files.
 *
 * @param {readonly string[]} given
 * @returns {string[]}
 */
function reporters(given) {
  const others = given.filter((argument) => argument.startsWith('--reporter'))
  if (others.length === 0) return ['--reporter=default', FILE_TIMES]
  return others.includes('--reporter=default') ? [FILE_TIMES] : []
}

function filesThatChanged() {
  return [
    ['diff', '--name-only', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard'],
  ].flatMap((args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`)
    return stdout.split('\n').filter((path) => path !== '')
  })
}
