import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerProcess } from '#tests/support/server-process'
import { ROOT } from './root.mjs'

/** Milliseconds between checks of the server's output. */
const LOOK = 20

/** Start options for {@link longestTurnOf}. */
export const WITH_TURN_PROBE = startedWith('turn-probe.mjs')

/** Start options for {@link liveHeapOf}. */
export const WITH_HEAP_PROBE = startedWith('heap-probe.mjs')

/** @param probe loaded before the server's own code; it reacts to SIGUSR2. */
function startedWith(probe: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'scripts/lib', probe)).href}` }
}

/**
 * The longest turn of a server's event loop during some work, in milliseconds; in CPU time if the system
 * reports that per thread.
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
 * A server's heap after garbage collection, in bytes.
 * @param server started with {@link WITH_HEAP_PROBE}.
 */
export async function liveHeapOf(server: ServerProcess): Promise<number> {
  const before = server.output().length
  server.child.kill('SIGUSR2')
  return untilSaid(server, before, /^live heap: (\d+) bytes$/m)
}

/** @returns the number in the first matching line of a server's output after an offset. */
async function untilSaid(server: ServerProcess, before: number, line: RegExp): Promise<number> {
  for (;;) {
    const [, said] = line.exec(server.output().slice(before)) ?? []
    if (said !== undefined) return Number(said)
    if (server.child.exitCode !== null) throw new Error(`The server ended:\n${server.output()}`)
    await sleep(LOOK)
  }
}
