import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { RUNTIME, runtimeEnvironment } from '#tests/support/runtime'

/**
 * Runs a command of the built server to completion.
 * @param directory the build.
 * @param options.input the text on its standard input.
 * @returns its exit code, and what it printed to either stream.
 */
export async function runCommand(
  directory: string,
  args: readonly string[],
  options: { env: Record<string, string>; input?: string },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(RUNTIME.program, [...RUNTIME.args, join(directory, 'server', 'index.mjs'), ...args], {
    cwd: directory,
    env: runtimeEnvironment(options.env),
    stdio: 'pipe',
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  child.stdin.on('error', (error) => printed.push(String(error)))
  child.stdin.end(options.input ?? '')
  await once(child, 'close')
  return { code: child.exitCode, output: printed.join('') }
}
