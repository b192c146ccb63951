import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerProcess } from '#tests/support/server-process'
import { ROOT } from './root.mjs'

/** Milliseconds between two looks at what the server has said. */
const LOOK = 20

/** What a built server is started with whose {@link longestTurnOf} is asked for. */
export const WITH_TURN_PROBE = startedWith('turn-probe.mjs')

/** What a built server is started with whose {@link liveHeapOf} is asked for. */
export const WITH_HEAP_PROBE = startedWith('heap-probe.mjs')

/** @param probe what the server loads before its own code; it answers to SIGUSR2. */
function startedWith(probe: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'scripts/lib', probe)).href}` }
}

/**
 * The longest turn of a server's event loop while some work is done, in milliseconds of processor time where the system
 * tells that of a thread.
 * @param server started with {@link WITH_TURN_PROBE}.
 */
export async function longestTurnOf(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  const before = server.output().length
  server.child.kill('SIGUSR2')
  await work()
  server.child.kill('SIGUSR2')
  return untilSaid(server, before, /^longest turn: ([\d.]+) ms$/m)
}

/**
 * What a server's heap holds once its garbage is collected, in bytes.
 * @param server started with {@link WITH_HEAP_PROBE}.
 */
export async function liveHeapOf(server: ServerProcess): Promise<number> {
  const before = server.output().length
  server.child.kill('SIGUSR2')
  return untilSaid(server, before, /^live heap: (\d+) bytes$/m)
}

/** @returns the number in the first line that fits, of what a server has printed after so many characters. */
async function untilSaid(server: ServerProcess, before: number, line: RegExp): Promise<number> {
  for (;;) {
    const [, said] = line.exec(server.output().slice(before)) ?? []
    if (said !== undefined) return Number(said)
    if (server.child.exitCode !== null) throw new Error(`The server ended:\n${server.output()}`)
    await sleep(LOOK)
  }
}
