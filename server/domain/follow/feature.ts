import type { Region } from '#contract/common'
import { createListeners } from '#server/async/listeners'
import type { BooksFeature } from '#server/domain/books/feature'
import type { CatalogueSeriesReads } from '#server/domain/catalogue/catalogue-series'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Series } from '#server/domain/series/series.service'
import type { Outbox } from '#server/domain/notifications/outbox'
import type { NotificationTargets } from '#server/domain/notifications/targets.service'
import type { RequestersRepository } from '#server/domain/requests/requesters.repository'
import type { Requests } from '#server/domain/requests/requests.service'
import { createCalendarRepository } from './calendar.repository'
import { createCalendar } from './calendar.service'
import { createFollowRequests } from './follow-requests.service'
import { createFollows } from './follows.service'
import { createFollowsRepository } from './follows.repository'
import { createInboxRepository } from './inbox.repository'
import { createInbox } from './inbox.service'
import { createFollowChecks } from './check.service'

/** The dependencies of this feature; the composition root builds it once. */
interface FollowFeatureDependencies extends Pick<
  FeatureContext,
  'database' | 'lockUser' | 'announce' | 'clock' | 'log'
> {
  catalogue: Pick<CatalogueSeriesReads, 'series' | 'byPerson'>
  series: Pick<Series, 'titleOf'>
  requests: Pick<Requests, 'create'>
  requesters: Pick<RequestersRepository, 'isOpen'>
  books: Pick<BooksFeature, 'present' | 'repository'>
  outbox: Pick<Outbox, 'add' | 'wake'>
  notificationTargets: Pick<NotificationTargets, 'wordsFor'>
  config: { defaultRegion: Region }
}

/** Builds the checks of followed series and people for new books, which notify their followers. */
export function createFollowFeature(dependencies: FollowFeatureDependencies) {
  const { database, outbox } = dependencies
  const wakers = createListeners()
  const repository = createFollowsRepository({ database })
  const inboxRepository = createInboxRepository({ database })
  const context = { ...dependencies, repository, transaction: database.write }
  return {
    follows: createFollows({ ...context, wake: wakers.call }),
    calendar: createCalendar({ ...dependencies, repository: createCalendarRepository(dependencies) }),
    inbox: createInbox({ ...dependencies, repository: inboxRepository }),
    followRequests: createFollowRequests({ ...dependencies, repository: inboxRepository }),
    followChecks: {
      ...createFollowChecks({
        ...context,
        inbox: inboxRepository,
        notify: outbox.add,
        wake: outbox.wake,
        owner: crypto.randomUUID(),
      }),
      /** Calls the listener when something new is followed. @returns a function that unsubscribes. */
      onWake: wakers.add,
    },
  }
}

export type FollowFeature = ReturnType<typeof createFollowFeature>
