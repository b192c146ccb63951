import type { App } from '#server/app'
import { createArrivalsJob } from './arrivals'
import { createDownloadsJob, createIdentifyJob } from './downloads'
import { createFollowJob } from './follow'
import { createFulfilmentJob } from './fulfilment'
import { createIndexerFileJob } from './indexer-file'
import { createLibraryJob } from './library'
import { createLinksJob } from './links'
import { createListsJob } from './lists'
import { createNotificationsJob } from './notifications'
import { createPruneJob } from './prune'
import { createSignInsJob } from './sign-ins'
import { createSweepJob } from './sweep'

export type Jobs = ReturnType<typeof createJobs>

/** What the jobs depend on. */
type JobsApp = Pick<
  App,
  | 'arrivals'
  | 'books'
  | 'clock'
  | 'deliveries'
  | 'followRequests'
  | 'fulfilment'
  | 'familiars'
  | 'inbox'
  | 'integrations'
  | 'library'
  | 'lists'
  | 'live'
  | 'log'
  | 'looks'
  | 'outbox'
  | 'retention'
  | 'standing'
>

/** The background work of one instance; several instances may share one database. */
export function createJobs(app: JobsApp) {
  const { clock, deliveries, fulfilment, familiars, integrations, live, log, outbox, standing } = app
  const { arrivals, books, followRequests, inbox, library, lists, looks, retention } = app
  const workers = [
    createFulfilmentJob({ fulfilment, clock, log }),
    createDownloadsJob({ fulfilment, clock, log }),
    createIdentifyJob({ fulfilment, clock, log }),
    createNotificationsJob({ deliveries, outbox, clock, log }),
    createIndexerFileJob({ file: integrations.file, clock, log }),
    createSignInsJob({ standing, live, clock, log }),
    createLibraryJob({ library, clock, log }),
    createArrivalsJob({ arrivals, demand: fulfilment.demand, clock, log }),
    createLinksJob({ linkSome: books.repository.linkSome, clock, log }),
    createFollowJob({ looks, followRequests, clock, log }),
    createListsJob({ lists, clock, log }),
    createSweepJob({ sweep: fulfilment.releaseSearch.sweep, clock, log }),
    createPruneJob({
      tasks: [
        (signal) => retention.cleanUp(signal),
        () => familiars.prune(),
        () => inbox.prune(),
        (signal) => lists.prune(signal),
      ],
      onWanted: retention.onWanted,
      clock,
      log,
    }),
  ]

  return {
    start(): void {
      for (const worker of workers) worker.start()
    },
    /** Resolves when nothing is running any more, or the timeout has passed. */
    async stop(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
