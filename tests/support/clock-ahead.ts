import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The variables of a server process whose clock is ahead. What waits for a lease or for a pause to be over, such as after
 * a kill, is then due when it starts.
 * @param milliseconds by which it is ahead.
 */
export const clockAhead = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href}`,
  EARMARK_TEST_CLOCK_AHEAD_MS: String(milliseconds),
})
