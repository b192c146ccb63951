import { getEvents } from '#contract/system'
import { requireIdentity } from '../http/guards'
import { openLiveStream } from '../http/live-stream'
import { route } from '../http/route'

export default route(getEvents, async ({ event }) => openLiveStream(event, await requireIdentity(event)))
