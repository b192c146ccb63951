import { join } from 'node:path'

/**
 * How to start a server process whose clock is ahead. What waits for a lease or for a pause to be over, such as after a
 * kill, is then due when it starts.
 * @param milliseconds by which it is ahead.
 * @param env its other variables.
 */
export const clockAhead = (milliseconds: number, env: Record<string, string>) => ({
  preload: join(import.meta.dirname, 'clock-ahead.mjs'),
  env: { ...env, EARMARK_TEST_CLOCK_AHEAD_MS: String(milliseconds) },
})
