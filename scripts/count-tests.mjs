// @ts-check
// `count-tests.mjs REPORT EXIT_CODE`: prints how many tests of vitest's JSON report passed and failed. A test file
// that could not be loaded and a run that failed for another reason (an unhandled rejection, a skipped test) count
// as one failure, so that nothing that went wrong reads as a pass.
import { existsSync, readFileSync } from 'node:fs'

const [report = '', exitCode = '1'] = process.argv.slice(2)
const { passed, failed } = count(report)
const unexplained = failed === 0 && (exitCode !== '0' || passed === 0)
console.log(`${passed} ${unexplained ? 1 : failed}`)

/** @param {string} path */
function count(path) {
  if (!existsSync(path)) return { passed: 0, failed: 0 }
  /** @type {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status !== 'passed').length + broken.length,
  }
}
