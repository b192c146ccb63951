import { z } from 'zod'
import { requestedBookSchema } from './books'
import { operation } from './operation'

/** Maximum books in the calendar: the nearest ones. */
export const MAX_CALENDAR_BOOKS = 500

const calendarBookSchema = requestedBookSchema
  .extend({
    followed: z.array(z.string()).meta({
      description: 'Titles of series and names of people the book belongs to and the caller follows',
    }),
  })
  .meta({ id: 'CalendarBook' })
export type CalendarBookDto = z.infer<typeof calendarBookSchema>

export const getCalendar = operation({
  method: 'GET',
  path: '/api/calendar',
  summary: 'Books coming out from the first of this month that the caller follows or has requested',
  access: 'any',
  answers: {
    200: {
      description: `By date; ${MAX_CALENDAR_BOOKS} at most. The day is \`release_date\`.`,
      schema: z.array(calendarBookSchema),
    },
  },
})
