import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientUnderTest } from '#tests/server/domain/integrations/drivers/download-clients.contract'
import { settingsOf } from '#tests/server/domain/integrations/drivers/access.fixture'
import { eventually } from '#tests/support/eventually'
import { freePort } from '#tests/support/free-port'
import { CATEGORY, secretOf, type RealClient } from './programs'

/** A running real download client, and what a test needs from it. */
export interface RunningClient extends ClientUnderTest {
  stop: () => Promise<void>
}

/**
 * Starts a real download client with its own settings, files and ports, and waits until its API answers.
 * @param paths of its commands.
 */
export async function startRealClient(program: RealClient, paths: readonly string[]): Promise<RunningClient> {
  const directory = await mkdtemp(join(tmpdir(), `earmark-${program.name.toLowerCase()}-`))
  const [port, otherPort] = [await freePort(), await freePort()]
  const args = await program.prepare({ directory, port, otherPort })
  const printed: string[] = []
  const children = paths.map((path, at) => run(path, args[at] ?? [], directory, printed))
  const stop = async () => {
    await Promise.all(children.map(end))
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  const driver = program.create({ fetch, userAgent: 'Earmark/test' })
  const { username } = program
  const [secret, value] = secretOf(program)
  const settings = {
    base_url: `http://127.0.0.1:${port}`,
    ...(username !== undefined && { username }),
    [secret]: value,
    category: CATEGORY,
  }
  try {
    const values = settingsOf(driver, settings).values()
    await eventually(async () => {
      const { code, text } = await driver.test(values, () => Promise.resolve())
      if (code !== 'ok') throw new Error(`${text}\n${printed.join('')}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { driver, settings, wrong: { ...settings, [secret]: 'another' }, stop }
}

function run(path: string, args: readonly string[], directory: string, printed: string[]): ChildProcess {
  const child = spawn(path, args, {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (data: string) => printed.push(data))
  }
  child.on('error', (error) => printed.push(String(error)))
  return child
}

/** Its data is deleted, so it need not stop cleanly. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
