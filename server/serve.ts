import { createServer, type Server } from 'node:http'
import { toNodeListener } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import { startFailure } from './start-failure'

/** How long requests in flight may take after a stop was asked for, in milliseconds. */
const STOP_PATIENCE = 3500

/** Boots, listens, and stops on SIGTERM or SIGINT: requests in flight are answered, then everything closes. */
export async function serve(): Promise<void> {
  const nitroApp = useNitroApp()
  const app = await nitroApp.ready.catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exit(1)
  })

  const { config } = app
  const server = createServer(toNodeListener(nitroApp.h3App))
  server.on('error', (error) => {
    process.stderr.write(`Port ${config.port} cannot be listened on: ${error.message}\n`)
    process.exit(1)
  })
  server.listen(config.port, () => {
    app.log.info('Listening on port {port} below {base}', { port: config.port, base: config.baseUrl })
  })

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    app.log.info('Stopping on {signal}', { signal })
    app.live.closeAll()
    await closeServer(server)
    await nitroApp.hooks.callHook('close')
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('unhandledRejection', (error) => app.log.error('Unhandled rejection: {error}', { error }))
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), STOP_PATIENCE)
    server.close(() => {
      clearTimeout(giveUp)
      resolve()
    })
    server.closeIdleConnections()
  })
}
