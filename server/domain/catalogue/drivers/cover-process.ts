import { spawn, type ChildProcess } from 'node:child_process'
import { dirname } from 'node:path'
import { bind } from '#server/domain/bind'
import type { CoverImage } from '#server/domain/catalogue/covers.types'
import { COVER_PROCESS, type CoverJob, type CoverResult } from './cover-process.types'

/** How long an idle process is kept, in milliseconds: covers are requested a page at a time. */
const IDLE_MS = 10_000
/** Milliseconds allowed per picture; after that the process is killed. */
const LIMIT_MS = 30_000

/** Keeps Node's heap small: everything large is a picture, and is freed after each one. */
const FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=0', '--expose-gc']

/**
 * The process's environment, without secrets. The other variables make glibc return large blocks immediately
 * instead of keeping them per thread.
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

interface CoverProcessDependencies {
  /** The file of the built server. */
  entry: string
  idleMs?: number
  limitMs?: number
}

interface Context extends Required<CoverProcessDependencies> {
  waiting: Map<number, Waiting>
  current?: ChildProcess | undefined
  idle?: NodeJS.Timeout
  orders: number
}

/**
 * Decodes covers in a separate process. Its memory is returned in full when it ends, and a crash does not
 * take the server down.
 */
export function createCoverProcess(dependencies: CoverProcessDependencies): CoverImage {
  const limits = { idleMs: IDLE_MS, limitMs: LIMIT_MS }
  const context: Context = { ...limits, ...dependencies, waiting: new Map(), orders: 0 }
  return bind(context, { square })
}

function start(context: Context): ChildProcess {
  const { entry } = context
  const child = spawn(process.execPath, [...FLAGS, entry, COVER_PROCESS], {
    env: ENVIRONMENT,
    // Bun reads an .env file from the working directory; the directory of the build has none.
    cwd: dirname(entry),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('message', (result: CoverResult) => settle(context, result))
  child.once('error', (error) => lose(context, child, error))
  child.once('exit', () => lose(context, child, new Error('The process that decodes covers has ended')))
  return child
}

function settle(context: Context, result: CoverResult): void {
  const { waiting, idleMs } = context
  const order = waiting.get(result.id)
  if (!order) return
  waiting.delete(result.id)
  clearTimeout(order.timer)
  if ('made' in result) order.resolve(new Uint8Array(result.made))
  else order.reject(new Error(result.problem))
  if (waiting.size === 0) context.idle = setTimeout(() => end(context), idleMs).unref()
}

function lose(context: Context, child: ChildProcess, error: Error): void {
  const { waiting } = context
  if (context.current !== child) return
  context.current = undefined
  for (const order of waiting.values()) {
    clearTimeout(order.timer)
    order.reject(error)
  }
  waiting.clear()
}

function end(context: Context): void {
  const child = context.current
  if (!child) return
  lose(context, child, new Error('The picture took too long to decode'))
  child.kill('SIGKILL')
}

function square(
  context: Context,
  picture: Uint8Array<ArrayBuffer>,
  edge: number,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { limitMs, waiting } = context
  return new Promise((resolve, reject) => {
    clearTimeout(context.idle)
    const child = (context.current ??= start(context))
    const id = (context.orders += 1)
    const timer = setTimeout(() => end(context), limitMs).unref()
    waiting.set(id, { resolve, reject, timer })
    const order: CoverJob = { id, picture, edge, quality }
    child.send(order, (error) => {
      if (error) lose(context, child, error)
    })
  })
}
