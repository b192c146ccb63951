import { defineProblem } from './problem'

const busy = defineProblem('server_busy', 503)

/** Seconds after which the caller should try again. */
const RETRY_AFTER = 2

/** More work is waiting than can be done in time, so this was not begun. */
export const serverBusy = () => busy({}, { headers: { 'retry-after': String(RETRY_AFTER) } })
