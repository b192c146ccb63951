import { join } from 'node:path'

/**
 * How to start a server process whose clock is ahead, so that leases and pauses from before, such as before a
 * kill, are over when it starts.
 * @param milliseconds by which its clock is ahead.
 * @param env its other variables.
 */
export const clockAhead = (milliseconds: number, env: Record<string, string>) => ({
  preload: join(import.meta.dirname, 'clock-ahead.mjs'),
  env: { ...env, EARMARK_TEST_CLOCK_AHEAD_MS: String(milliseconds) },
})
