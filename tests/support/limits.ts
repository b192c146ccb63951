/**
 * How long tests wait for events, in milliseconds. No test depends on the machine's speed: these are the only
 * limits, and they are generous, because they only end waits for something that will never happen.
 */

/** For a condition: `expect.poll`, `eventually`, and everything a browser waits for. */
export const UNTIL_TRUE_MS = 60_000

/** For the start of a server process, a PostgreSQL or another program. */
export const UNTIL_STARTED_MS = 120_000

/**
 * For a server to stop. It allows itself 4.5 s; what it might wrongly wait for, such as a target that never answers,
 * takes 30 s or more.
 */
export const UNTIL_ENDED_MS = 15_000

/** For a whole test or hook, which may wait several times. */
export const TEST_LIMIT_MS = 300_000
