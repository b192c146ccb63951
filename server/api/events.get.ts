import { getEvents } from '#contract/system'
import { requireIdentity } from '#server/security/guards'
import { openLiveStream } from '#server/http/live-stream'
import { route } from '#server/http/route'

export default route(getEvents, async ({ event }) => openLiveStream(event, await requireIdentity(event)))
