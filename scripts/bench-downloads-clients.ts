// Fake download clients in a separate process, so that their cost does not count as Earmark's.
import { z } from 'zod'
import { startClientFakes } from './lib/client-fakes'

/** Messages from this process: first the clients' addresses, then their calls after each progress update. */
export interface ClientsReport {
  clients: { name: string; settings: Readonly<Record<string, string>>; calls: number }[]
}

const fakes = await startClientFakes()

function report(): void {
  const said: ClientsReport = {
    clients: fakes.map(({ name, settings, received }) => ({ name, settings, calls: received.length })),
  }
  process.send?.(said)
}

process.on('message', (message) => {
  const { progress } = z.object({ progress: z.number() }).parse(message)
  for (const { downloads } of fakes) {
    for (const { id } of downloads.all()) downloads.change(id, { progress })
  }
  report()
})
report()
