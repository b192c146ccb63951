import { getEvents } from '#contract/system'
import { openLiveStream } from '../http/live-stream'
import { route } from '../http/route'

export default route(getEvents, ({ event, user }) => openLiveStream(event, user))
