import { createServer } from 'node:http'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { builtEntry } from './command'
import { closeStalled, createStop } from './connections'
import { startNodeInstance } from './node-instance'
import { startFailure } from './start-failure'
import { answerUnparsedRequests } from './unparsed-requests'

/** Milliseconds that requests in flight may take after a stop signal; what remains is for the database. */
const STOP_TIMEOUT = 4000
/** Milliseconds that stopping may take in total: supervisors kill the process after 5 s at the earliest. */
const STOP_LIMIT = 4500
/** Milliseconds in which a request has to arrive in full; responses may take as long as they need. */
const ARRIVAL_TIMEOUT = 60_000

/** Boots, listens, and stops on SIGTERM or SIGINT: answers requests in flight, then closes everything. */
export async function serve(): Promise<void> {
  const nitroApp = useNitroApp()
  let stop = (): Promise<void> | void => process.exit(0)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping) void stop()
      stopping = true
    })
  }

  const instance = await startNodeInstance(nitroApp, builtEntry(import.meta.url)).catch((error: unknown) =>
    fail(startFailure(error)),
  )
  const { app, handler } = instance
  process.on('unhandledRejection', (error) => app.log.error('Unhandled rejection: {error}', { error }))

  const { port, baseUrl } = app.config
  const server = createServer(
    { requestTimeout: ARRIVAL_TIMEOUT },
    toNodeListener({ ...nitroApp.h3App, handler }),
  )
  const stopServer = createStop(server)
  closeStalled(server)
  stop = async () => {
    // Exits even if something hangs, such as a lost database. Nothing is lost: all work is stored, or under a
    // lease that expires.
    setTimeout(() => process.exit(0), STOP_LIMIT)
    try {
      app.log.info('Stopping')
      app.live.closeAll()
      await stopServer(STOP_TIMEOUT)
      await instance.stop()
    } catch (error) {
      app.log.error('Stopping failed: {error}', { error })
    } finally {
      process.exit(0)
    }
  }
  answerUnparsedRequests(server)
  server.on('error', (error) => fail(`Cannot listen on port ${port}: ${error.message}`))
  server.listen(port, () => app.log.info('Listening on port {port} under {base}', { port, base: baseUrl }))
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
