import type { App } from '../app'
import { createNotificationsJob } from './notifications'
import { createPruneJob } from './prune'

export type Jobs = ReturnType<typeof createJobs>

/** The background work of one instance; several instances may run it over one database. */
export function createJobs(app: Pick<App, 'audit' | 'clock' | 'deliveries' | 'log' | 'outbox'>) {
  const { audit, clock, deliveries, log, outbox } = app
  const workers = [
    createNotificationsJob({ deliveries, outbox, clock, log }),
    createPruneJob({ tasks: [() => deliveries.prune(), () => audit.prune()], clock, log }),
  ]

  return {
    start(): void {
      for (const worker of workers) worker.start()
    },
    /** Resolves when nothing runs any more, or did not end in time. */
    async stop(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
