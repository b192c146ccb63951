/**
 * How long tests wait for what has to happen. Nothing in a test depends on how fast the machine is: these limits
 * end only what is never going to happen, so they are generous, and they stand nowhere else. In ms.
 */

/** For something to come true: `expect.poll`, `eventually`, and everything that a browser waits for. */
export const UNTIL_TRUE_MS = 60_000

/** For a server process, a PostgreSQL or another program to be up. */
export const UNTIL_STARTED_MS = 120_000

/**
 * For a server to end that was asked to. It gives itself 4.5 s; what it could wrongly wait for, such as a target that
 * never answers, takes 30 s and more.
 */
export const UNTIL_ENDED_MS = 15_000

/** For a whole test or hook, which may wait for several things. */
export const TEST_LIMIT_MS = 300_000
