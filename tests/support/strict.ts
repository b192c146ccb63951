import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/**
 * Fails a test that writes to console.error or console.warn unexpectedly. A test that expects such output
 * replaces the method with `vi.spyOn(console, 'error')` and an implementation, which is then called instead
 * of the recorder below. Unhandled rejections and exceptions need nothing here: vitest fails the run.
 */
const unexpected: string[] = []

for (const method of ['error', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    unexpected.push(`console.${method}: ${format(...values)}`)
  }
}

function failOnUnexpectedOutput(): void {
  const output = unexpected.splice(0)
  if (output.length > 0) throw new Error(`Unexpected console output:\n${output.join('\n')}`)
}

afterEach(failOnUnexpectedOutput)
afterAll(failOnUnexpectedOutput)
