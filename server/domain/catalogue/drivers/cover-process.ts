import { spawn, type ChildProcess } from 'node:child_process'
import type { CoverImage } from '#server/domain/catalogue/covers.types'
import { COVER_PROCESS, type CoverOrder, type CoverResult } from './cover-process.types'

/** How long the process stays without anything to do, in milliseconds: covers come by the page. */
const IDLE_MS = 10_000
/** How long one picture may take, in milliseconds; after that the process is ended. */
const LIMIT_MS = 30_000

/** Keeps the heap of Node small: everything large is a picture. */
const FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=0']

/**
 * What the process gets to know: nothing that is secret. The others make glibc give large pieces of memory back
 * at once instead of keeping them for every thread.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '1',
}

interface Waiting {
  resolve: (made: Uint8Array<ArrayBuffer>) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/**
 * Makes covers in a process of its own: what decoding takes is given back whole when it ends, and what breaks it
 * breaks no server.
 * @param options.entry the file of the built server.
 */
export function createCoverProcess({
  entry,
  idleMs = IDLE_MS,
  limitMs = LIMIT_MS,
}: {
  entry: string
  idleMs?: number
  limitMs?: number
}): CoverImage {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let orders = 0
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    const child = spawn(process.execPath, [...FLAGS, entry, COVER_PROCESS], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    child.on('message', settle)
    child.once('error', (error) => lose(child, error))
    child.once('exit', () => lose(child, new Error('The process that decodes covers has ended')))
    // The server need not wait for it.
    child.unref()
    child.channel?.unref()
    return child
  }

  function settle(result: CoverResult): void {
    const order = waiting.get(result.id)
    if (!order) return
    waiting.delete(result.id)
    clearTimeout(order.timer)
    if ('made' in result) order.resolve(new Uint8Array(result.made))
    else order.reject(new Error(result.problem))
    if (waiting.size === 0) idle = setTimeout(end, idleMs).unref()
  }

  function lose(child: ChildProcess, error: Error): void {
    if (current !== child) return
    current = undefined
    for (const order of waiting.values()) {
      clearTimeout(order.timer)
      order.reject(error)
    }
    waiting.clear()
  }

  function end(): void {
    const child = current
    if (!child) return
    lose(child, new Error('The picture took too long to decode'))
    child.kill('SIGKILL')
  }

  return {
    square: (picture, edge, quality) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        const child = (current ??= start())
        const id = (orders += 1)
        const timer = setTimeout(end, limitMs).unref()
        waiting.set(id, { resolve, reject, timer })
        const order: CoverOrder = { id, picture, edge, quality }
        child.send(order, (error) => {
          if (error) lose(child, error)
        })
      }),
  }
}
