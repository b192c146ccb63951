import { get, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveEventSchema } from '#contract/system'

/** Milliseconds between checks for events. */
const LOOK = 20

/** One open stream, with the time of its first event about each book. */
interface Stream {
  call: ClientRequest
  heard: Map<string, number>
}

export type EventStreams = Awaited<ReturnType<typeof openEventStreams>>

/**
 * Opens one event stream per set of headers, each on its own connection.
 * @throws if a stream is refused, or ends before it has begun.
 */
export async function openEventStreams(url: string, headers: readonly Record<string, string>[]) {
  const streams: Stream[] = []
  for (const signIn of headers) streams.push(await openStream(`${url}api/events`, signIn))

  return {
    /**
     * Waits until every stream has an event about a book, or for a timeout.
     * @param timeout milliseconds.
     * @returns the times, by `performance.now()`; fewer than there are streams if some got no event.
     */
    async untilHeard(asin: string, timeout: number): Promise<number[]> {
      const deadline = performance.now() + timeout
      for (;;) {
        const times = streams.flatMap(({ heard }) => heard.get(asin) ?? [])
        if (times.length === streams.length || performance.now() > deadline) return times
        await sleep(LOOK)
      }
    },
    close(): void {
      for (const { call } of streams) call.destroy()
    },
  }
}

function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const heard = new Map<string, number>()
    const call = get(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        const now = performance.now()
        const events = (text + part).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) note(heard, event, now)
        // A stream first sends its reconnection time.
        resolve({ call, heard })
      })
    })
    // Also emitted on closing, when nothing waits any more.
    call.on('error', reject)
  })
}

function note(heard: Map<string, number>, event: string, now: number): void {
  if (!event.startsWith('data: ')) return
  const { asin } = liveEventSchema.parse(JSON.parse(event.slice('data: '.length)))
  if (asin !== undefined && !heard.has(asin)) heard.set(asin, now)
}
