import { toWebHandler } from 'h3'
import { useNitroApp } from 'nitropack/runtime'
import migrations from 'earmark:migrations'
import type { DurableStorage } from '#server/db/durable'
import type { CoverBucket } from '#server/domain/catalogue/drivers/cover-bucket'
import { createWorkerPlatform } from '#server/platform/worker'
import { startFailure } from './start-failure'
import { notStarted } from '#server/http/not-started'
import { FRONT, readWorkerConfig } from '#server/platform/worker-config'

/**
 * Entry of the build for Cloudflare Workers: the Worker in front, which receives all requests except those
 * for assets, and the Durable Object, which runs the whole application.
 */

/** Milliseconds after which an evicted object is started again without a request. */
const ALARM = 60_000

/** The name of the only object. */
const NAME = 'earmark'

interface State {
  storage: DurableStorage & { setAlarm(time: number): Promise<void> }
  /**
   * Delivers no requests during the work. If the work fails, the object ends, and the next request creates
   * another.
   */
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}

/** Bindings and variables, as named in the `wrangler.json` of the build and by its operator. */
interface Environment extends Record<string, unknown> {
  EARMARK: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
  COVERS?: CoverBucket
}

type Answer = ReturnType<typeof toWebHandler>

export class Earmark {
  readonly #storage: State['storage']
  readonly #answer: Promise<Answer>

  constructor(state: State, environment: Environment) {
    this.#storage = state.storage
    this.#answer = state.blockConcurrencyWhile(() => start(state.storage, environment))
  }

  async fetch(request: Request): Promise<Response> {
    const answer = await this.#answer
    return asCompressed(await answer(request, { clientAddress: FRONT }))
  }

  /** Starts the object, which resumes work in progress, and sets the next alarm. */
  async alarm(): Promise<void> {
    await this.#storage.setAlarm(Date.now() + ALARM)
  }
}

async function start(storage: State['storage'], environment: Environment): Promise<Answer> {
  try {
    await storage.setAlarm(Date.now() + ALARM)
    const nitroApp = useNitroApp()
    const config = readWorkerConfig(environment)
    const platform = createWorkerPlatform(config, { storage, covers: environment.COVERS, migrations })
    const { handler } = await nitroApp.start(config, platform)
    return toWebHandler({ ...nitroApp.h3App, handler })
  } catch (error) {
    console.error(startFailure(error))
    throw error
  }
}

/** Stops the platform from compressing an already compressed body again. */
function asCompressed(answer: Response): Response {
  const { body, status, statusText, headers } = answer
  if (!headers.has('content-encoding')) return answer
  const init = { status, statusText, headers, encodeBody: 'manual' }
  return new Response(body, init)
}

/** Adds the headers of a trusted proxy with the client's address, and drops those that the client sent. */
function withClientAddress(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of ['forwarded', 'x-forwarded-host']) headers.delete(name)
  headers.set('x-forwarded-for', headers.get('cf-connecting-ip') ?? '')
  headers.set('x-forwarded-proto', new URL(request.url).protocol.replace(':', ''))
  return new Request(request, { headers })
}

export default {
  async fetch(request: Request, { EARMARK }: Environment): Promise<Response> {
    try {
      return await EARMARK.getByName(NAME).fetch(withClientAddress(request))
    } catch (error) {
      console.error(error)
      return notStarted()
    }
  },
}
