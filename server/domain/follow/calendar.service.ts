import { MOST_CALENDAR_BOOKS, type CalendarBookDto } from '#contract/calendar'
import type { Ground } from '#server/domain/ground'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BooksFeature } from '#server/domain/books/feature'
import type { CalendarRepository } from './calendar.repository'
import { calendarOf, monthOf } from './calendar.rules'

interface Context extends Pick<Ground, 'clock'> {
  repository: Pick<CalendarRepository, 'comingOf' | 'requested'>
  books: Pick<BooksFeature, 'present'>
}

export type Calendar = ReturnType<typeof createCalendar>

/** When the books come out that somebody waits for. */
export function createCalendar(context: Context) {
  return bind(context, { read })
}

/** The books from the first of this month on, of what the person follows and has requested, by date. */
async function read({ repository, books, clock }: Context, user: CurrentUser): Promise<CalendarBookDto[]> {
  const asked = { from: monthOf(clock()), limit: MOST_CALENDAR_BOOKS }
  const [requested, coming] = await Promise.all([
    repository.requested(user.id, asked),
    repository.comingOf(user.id, asked),
  ])
  const entries = calendarOf([...requested, ...coming], MOST_CALENDAR_BOOKS)
  const shown = await books.present(
    user,
    entries.map(({ book }) => book),
  )
  return shown.map((book, at) => ({ ...book, followed: entries[at]?.followed ?? [] }))
}
