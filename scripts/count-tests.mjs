// @ts-check
// `count-tests.mjs REPORT EXIT_CODE`: prints how many tests of vitest's JSON report passed and failed, then a
// line for each failure. A test file that could not be loaded and a run that failed for another reason (an
// unhandled rejection, a skipped test) count as one failure, so that no problem looks like a pass.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './lib/root.mjs'

const [report = '', exitCode = '1'] = process.argv.slice(2)
const { passed, failures } = count(report)
if (failures.length === 0 && (exitCode !== '0' || passed === 0))
  failures.push('the run itself: see its output')
console.log([`${passed} ${failures.length}`, ...failures].join('\n'))

/** @param {string} path */
function count(path) {
  if (!existsSync(path)) return { passed: 0, failures: [] }
  /** @type {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      status,
      title: `${relative(ROOT, name)}: ${fullName}`,
    })),
  )
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests.filter(({ status }) => status !== 'passed').map(({ title }) => title),
      ...broken.map(({ name }) => `${relative(ROOT, name)}: did not run`),
    ],
  }
}
