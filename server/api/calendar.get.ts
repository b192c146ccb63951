import { getCalendar } from '#contract/calendar'
import { route } from '#server/http/route'

export default route(getCalendar, ({ app, user }) => app.calendar.read(user))
