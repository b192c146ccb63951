import { MAX_CALENDAR_BOOKS, type CalendarBookDto } from '#contract/calendar'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BooksFeature } from '#server/domain/books/feature'
import type { CalendarRepository } from './calendar.repository'
import type { NotificationTargets } from '#server/domain/notifications/targets.service'
import { calendarOf, monthOf } from './calendar.rules'
import { feedBooks } from './feeds.rules'
import { icsOf } from './ics.rules'
import { rssOf } from './rss.rules'

interface Context extends Pick<FeatureContext, 'clock'> {
  repository: Pick<CalendarRepository, 'listUpcoming' | 'requested'>
  books: Pick<BooksFeature, 'present'>
  notificationTargets: Pick<NotificationTargets, 'wordsFor'>
}

/** The release dates of books that a person is waiting for. */
export function createCalendar(context: Context) {
  return bind(context, { read, ics, rss })
}

/** Books that the person follows or has requested, from the first of this month on, sorted by date. */
async function read({ repository, books, clock }: Context, user: CurrentUser): Promise<CalendarBookDto[]> {
  const range = { from: monthOf(clock()), limit: MAX_CALENDAR_BOOKS }
  const [requested, coming] = await Promise.all([
    repository.requested(user.id, range),
    repository.listUpcoming(user.id, range),
  ])
  const entries = calendarOf([...requested, ...coming], MAX_CALENDAR_BOOKS)
  const shown = await books.present(
    user,
    entries.map(({ book }) => book),
  )
  return shown.map((book, at) => ({ ...book, followed: entries[at]?.followed ?? [] }))
}

/** The calendar as ICS. @param site public address of this server, with a trailing slash. */
async function ics(context: Context, user: CurrentUser, site: string): Promise<string> {
  const today = context.clock().toISOString().slice(0, 10)
  const { books, name } = await feedOf(context, user, site)
  return icsOf(books, { name, today })
}

/**
 * The calendar as RSS.
 * @param site public address of this server, with a trailing slash.
 */
async function rss(context: Context, user: CurrentUser, site: string): Promise<string> {
  const { books, name } = await feedOf(context, user, site)
  return rssOf(books, { name, link: `${site}calendar` })
}

/** The books and the title of a feed, in the language of its reader's notifications. */
async function feedOf(context: Context, user: CurrentUser, site: string) {
  const { say } = await context.notificationTargets.wordsFor(user.id, null)
  const labelOf = (people: 'authors' | 'narrators', n: number) => say(`events.labels.${people}`, { n })
  return { books: feedBooks(await read(context, user), site, labelOf), name: say('events.feed') }
}
