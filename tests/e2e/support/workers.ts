import { availableParallelism } from 'node:os'

/** How many files with journeys run at the same time: each has a browser and servers to itself. */
export const E2E_WORKERS = Math.min(2, availableParallelism())
