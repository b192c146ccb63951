import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** Something that was started: its address for others, and how to stop it. */
export interface Startable<Value> {
  value: Value
  stop: () => Promise<void>
}

type Starters<Lent> = { [Kind in keyof Lent & string]: () => Promise<Startable<Lent[Kind]>> }

/**
 * Lends things that are slow to start to other processes: a request for `/<kind>` gets one, described in a
 * line of JSON, and keeps it for as long as its connection stays open, so that a process that dies returns it
 * as well.
 * @param starters start another one of a kind when all are lent.
 */
export async function startLender<Lent>(starters: Starters<Lent>) {
  const starts: Promise<Startable<unknown>>[] = []
  const idle = new Map<string, Startable<unknown>[]>()

  async function lend(kind: string, response: ServerResponse): Promise<void> {
    const free = idle.get(kind) ?? []
    idle.set(kind, free)
    const item = free.pop() ?? (await start(kind))
    if (response.destroyed) return void free.push(item)
    response.on('close', () => free.push(item))
    response.write(`${JSON.stringify(item.value)}\n`)
  }

  function start(kind: string): Promise<Startable<unknown>> {
    if (!isKind(kind)) throw new Error(`There is no kind ${kind} to lend`)
    const starting = starters[kind]()
    starts.push(starting)
    return starting
  }

  const isKind = (kind: string): kind is keyof Lent & string => Object.hasOwn(starters, kind)

  const server = createServer((request, response) => {
    lend((request.url ?? '').slice(1), response).catch((error: unknown) => {
      response.writeHead(500).end(String(error instanceof Error ? error.stack : error))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The lender has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await stopStarted(starts)
    },
  }
}

/**
 * Waits for things that were started together.
 * @throws the error of one that failed to start, once the others have stopped.
 */
export async function allStarted<Item extends { stop: () => Promise<void> }>(
  starts: readonly Promise<Item>[],
): Promise<Item[]> {
  try {
    return await Promise.all(starts)
  } catch (error) {
    await stopStarted(starts)
    throw error
  }
}

/** Stops those that did start. */
async function stopStarted(starts: readonly Promise<{ stop: () => Promise<void> }>[]): Promise<void> {
  const settled = await Promise.allSettled(starts)
  const started = settled.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  await Promise.all(started.map(({ stop }) => stop()))
}
