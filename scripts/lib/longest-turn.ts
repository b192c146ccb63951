import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerProcess } from '#tests/support/server-process'
import { ROOT } from './root.mjs'

/** What a built server is started with whose {@link longestTurnOf} is asked for. */
export const WITH_TURN_PROBE = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'scripts/lib/turn-probe.mjs')).href}`,
}

const SAID = /^longest turn: ([\d.]+) ms$/m
/** Milliseconds between two looks at what the server has said. */
const LOOK = 20

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
  for (;;) {
    const [, longest] = SAID.exec(server.output().slice(before)) ?? []
    if (longest !== undefined) return Number(longest)
    if (server.child.exitCode !== null) throw new Error(`The server ended:\n${server.output()}`)
    await sleep(LOOK)
  }
}
