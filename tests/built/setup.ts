import { expect } from 'vitest'
import { UNTIL_ENDED_MS } from '#tests/support/limits'
import type { ServerProcess } from '#tests/support/server-process'

export const ROOT_USER = { username: 'root', password: 'a long enough password' }

/** Completes the first set-up, after which no one needs to sign in. */
export async function initialise(server: ServerProcess): Promise<void> {
  const answer = await fetch(`${server.url}api/init`, {
    method: 'POST',
    body: JSON.stringify({ login_type: 'none', ...ROOT_USER, confirm_password: ROOT_USER.password }),
  })
  expect(answer.status, await answer.text()).toBe(201)
}

/**
 * Asks a server to stop.
 * @returns its exit code, or 'still running' if it waits for something.
 */
export async function terminate(server: ServerProcess): Promise<number | null | 'still running'> {
  server.child.kill('SIGTERM')
  const timeout = new Promise<'still running'>((resolve) => {
    setTimeout(() => resolve('still running'), UNTIL_ENDED_MS).unref()
  })
  return Promise.race([server.ended, timeout])
}
