import { isAhead } from '#server/async/due.rules'
import type { App } from '#server/app'
import { createWorker, type Worker } from '#server/async/worker'
import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { FollowFeature } from '#server/domain/follow/feature'
import { CHECK_EVERY } from '#server/domain/library/arrival.rules'

// The background work of one instance; several instances may share one database. Each job is a worker that
// declares what it runs, what calls it, and how often it runs without a call.

type Tools = Pick<App, 'clock' | 'log'>
type TrackingTools = Tools & Pick<App, 'fulfilment'>
/** Of the connections to programs, only what calls a job. */
type ChangingConnections = Pick<App['integrations']['connections'], 'onChange'>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Works on wanted books: when one is approved, when one is due, when a worker becomes free. */
export function createFulfilmentJob({
  fulfilment: { demand, releaseSearch, worker },
  ...tools
}: Tools & { fulfilment: Pick<FulfilmentFeature, 'demand' | 'releaseSearch' | 'worker'> }): Worker {
  return createWorker({
    ...tools,
    name: 'fulfilment',
    run: worker.workDue,
    wakers: [demand.onWake, worker.onWorkEnd],
    pollEvery: 15 * SECOND,
    end: (timeout) => Promise.all([worker.stop(timeout), releaseSearch.stop(timeout)]),
  })
}

/** Follows grabbed releases in the download clients: when one is due, after a grab, and in a new client at once. */
function createDownloadsJob({
  fulfilment: { demand, tracking, worker },
  connections,
  ...tools
}: TrackingTools & { connections: ChangingConnections }): Worker {
  return createWorker({
    ...tools,
    name: 'downloads',
    run: tracking.pollDue,
    wakers: [demand.onWake, worker.onWorkEnd, connections.onChange],
    pollEvery: 15 * SECOND,
  })
}

/**
 * Looks up download ids in the source's history, separately from polling the clients, because the source may
 * be slow or down.
 */
function createIdentifyJob({ fulfilment: { demand, tracking, worker }, ...tools }: TrackingTools): Worker {
  return createWorker({
    ...tools,
    name: 'download-ids',
    run: tracking.identifyDue,
    wakers: [demand.onWake, worker.onWorkEnd],
    pollEvery: MINUTE,
  })
}

/** Probes connections that books wait for: when one is due, when a book begins to wait, and when settings change. */
function createWaitsJob({
  fulfilment: { demand, waits, worker },
  connections,
  ...tools
}: TrackingTools & { connections: Pick<App['integrations'], 'onConnectionChange'> }): Worker {
  return createWorker({
    ...tools,
    name: 'waits',
    run: waits.probeDue,
    wakers: [
      worker.onWorkEnd,
      demand.onWake,
      (wake) => connections.onConnectionChange(() => void waits.hastenProbes().then(wake, wake)),
    ],
    pollEvery: 15 * SECOND,
  })
}

/** Sends what is in the outbox: when something is added, when a retry is due, when a sender becomes free. */
export function createNotificationsJob({
  deliveries,
  outbox,
  ...tools
}: Tools & Pick<App, 'deliveries'> & { outbox: Pick<App['outbox'], 'onWake'> }): Worker {
  return createWorker({
    ...tools,
    name: 'notifications',
    run: deliveries.deliverDue,
    wakers: [outbox.onWake, deliveries.onSenderEnd],
    pollEvery: 30 * SECOND,
    end: deliveries.stop,
  })
}

/** Matches and requests imported books: when a list arrives, and when another server left some undone. */
function createListsJob({ lists, ...tools }: Tools & Pick<App, 'lists'>): Worker {
  return createWorker({
    ...tools,
    name: 'lists',
    run: lists.workDue,
    wakers: [lists.onWake],
    pollEvery: 15 * SECOND,
    end: lists.stop,
  })
}

/** Applies the configuration file to the connections: when it changes, and every few seconds. */
export function createConfigurationFileJob({
  file,
  ...tools
}: Tools & { file: Pick<App['integrations']['file'], 'look' | 'onWake' | 'close'> }): Worker {
  const worker = createWorker({ ...tools, name: 'configuration file', run: file.look, wakers: [file.onWake] })
  return {
    ...worker,
    async stop(timeout) {
      await worker.stop(timeout)
      await file.close()
    },
  }
}

/** Closes the streams of ended sign-ins within a second, even if the signal is lost. */
export function createSignInsJob({
  validSignIns,
  live,
  ...tools
}: Tools & Pick<App, 'validSignIns' | 'live'>): Worker {
  return createWorker({
    ...tools,
    name: 'sign-ins',
    run: () => validSignIns.watch(live.clients()),
    pollEvery: SECOND / 2,
  })
}

/** Keeps the copy of the media servers' contents up to date; a new one is read at once. */
export function createLibraryJob({
  library,
  connections,
  ...tools
}: Tools & { library: Pick<App['library'], 'refresh'>; connections: ChangingConnections }): Worker {
  return createWorker({
    ...tools,
    name: 'library',
    run: library.refresh,
    wakers: [connections.onChange],
    pollEvery: MINUTE,
  })
}

/** Marks books as available once the library has them: checks when a download completes, and every minute. */
export function createArrivalsJob({
  arrivals,
  demand,
  ...tools
}: Tools & {
  arrivals: Pick<App['arrivals'], 'checkArrivals'>
  demand: Pick<FulfilmentFeature['demand'], 'onWake'>
}): Worker {
  return createWorker({
    ...tools,
    name: 'arrivals',
    run: arrivals.checkArrivals,
    wakers: [demand.onWake],
    pollEvery: CHECK_EVERY,
  })
}

/** Milliseconds between steps of low-priority work, so that people's requests come first. */
const LINKS_PAUSE = 100
const FOLLOW_PAUSE = 2 * SECOND

/**
 * Links books stored by an earlier version with their series and people, in steps. Checks again every hour,
 * because an earlier version may still be running alongside this one.
 */
function createLinksJob({ books, ...tools }: Tools & Pick<App, 'books'>): Worker {
  return createWorker({
    ...tools,
    name: 'links',
    run: async () => ((await books.linkSome()) ? new Date(tools.clock().getTime() + LINKS_PAUSE) : null),
    pollEvery: HOUR,
  })
}

/**
 * Checks followed series and people for new books, and requests these for people who chose that, one at a
 * time: when something new is followed, and when a check is due.
 */
export function createFollowJob({
  followChecks,
  followRequests,
  ...tools
}: Tools & {
  followChecks: Pick<FollowFeature['followChecks'], 'checkNext' | 'onWake'>
  followRequests: Pick<App['followRequests'], 'requestNext'>
}): Worker {
  const { clock } = tools
  let next = clock()
  return createWorker({
    ...tools,
    name: 'follow',
    async run(signal) {
      // Called during the pause, which it does not shorten.
      if (isAhead(next, clock(), FOLLOW_PAUSE)) return next
      const worked = (await followRequests.requestNext()) || (await followChecks.checkNext(signal))
      if (!worked) return null
      next = new Date(clock().getTime() + FOLLOW_PAUSE)
      return next
    },
    wakers: [followChecks.onWake],
    pollEvery: MINUTE,
  })
}

/**
 * Ends searches whose servers are gone, at start and about as often as a lease expires: if no one requests
 * such a search again, nothing else would notice.
 */
export function createSweepJob({ sweep, ...tools }: Tools & { sweep: () => Promise<void> }): Worker {
  return createWorker({ ...tools, name: 'sweep', run: sweep, pollEvery: 15 * SECOND })
}

/**
 * Deletes old rows once an hour and on demand.
 * @param job.tasks each deletes one kind of row in small steps, and ends soon after its signal aborts; a
 *   failing one does not stop the others.
 * @param job.onWanted subscribes to requests for a run. Returns a function that unsubscribes.
 */
export function createPruneJob({
  tasks,
  onWanted,
  ...tools
}: Tools & {
  tasks: readonly ((signal: AbortSignal) => Promise<unknown>)[]
  onWanted: (listener: () => void) => () => void
}): Worker {
  return createWorker({
    ...tools,
    name: 'prune',
    run: async (signal) => {
      const failures: unknown[] = []
      for (const task of tasks) {
        if (signal.aborted) break
        await task(signal).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
    },
    wakers: [onWanted],
    pollEvery: HOUR,
    // Rows that cannot be deleted now are unlikely to be deletable in a few seconds.
    longestPause: 10 * MINUTE,
  })
}

/** Creates all jobs, to be started and stopped together. */
export function createJobs({ clock, log, ...app }: App) {
  const { arrivals, books, knownSources, fulfilment, inbox, integrations, library, lists, retention } = app
  const { connections } = integrations
  const tools = { clock, log }
  const workers = [
    createFulfilmentJob({ ...tools, fulfilment }),
    createDownloadsJob({ ...tools, fulfilment, connections }),
    createIdentifyJob({ ...tools, fulfilment }),
    createWaitsJob({ ...tools, fulfilment, connections: integrations }),
    createNotificationsJob({ ...tools, deliveries: app.deliveries, outbox: app.outbox }),
    createConfigurationFileJob({ ...tools, file: integrations.file }),
    createSignInsJob({ ...tools, validSignIns: app.validSignIns, live: app.live }),
    createLibraryJob({ ...tools, library, connections }),
    createArrivalsJob({ ...tools, arrivals, demand: fulfilment.demand }),
    createLinksJob({ ...tools, books }),
    createFollowJob({ ...tools, followChecks: app.followChecks, followRequests: app.followRequests }),
    createListsJob({ ...tools, lists }),
    createSweepJob({ ...tools, sweep: fulfilment.releaseSearch.sweep }),
    createPruneJob({
      ...tools,
      tasks: [
        (signal) => retention.cleanUp(signal),
        () => knownSources.prune(),
        () => inbox.prune(),
        (signal) => lists.prune(signal),
      ],
      onWanted: retention.onWanted,
    }),
  ]

  return {
    start(): void {
      for (const worker of workers) worker.start()
    },
    /** Resolves when nothing is running any more, or after the timeout. */
    async stop(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
