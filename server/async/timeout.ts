import { abortWith, onAbort } from './abort'

/** Work did not end within its timeout. */
export class TimedOut extends Error {
  constructor(timeout: number) {
    super(`No complete response within ${timeout / 1000} s`)
    this.name = 'TimedOut'
  }
}

/**
 * The result of work that goes on, or of `late` once the timeout has passed.
 * @param late may throw.
 */
export async function raceTimeout<T, L>(
  timeout: number,
  work: PromiseLike<T>,
  late: () => L,
): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const passed = new Promise<'passed'>((resolve) => {
    timer = setTimeout(() => resolve('passed'), timeout)
  })
  try {
    return await Promise.race([work, passed.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for work to end, up to a timeout in milliseconds. @returns whether it ended. */
export function endsBeforeTimeout(timeout: number, work: Promise<unknown>): Promise<boolean> {
  return raceTimeout(
    timeout,
    work.then(() => true),
    () => false,
  )
}

/**
 * Runs work with a signal, and aborts the signal when the time is up or the caller gives up.
 * @param timeout counted from now, including everything the work waits for.
 * @throws TimedOut, the caller's reason, or whatever the work fails with.
 */
export async function withTimeout<T>(
  timeout: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const { controller, detach } = abortWith(caller)
  const timer = setTimeout(() => controller.abort(new TimedOut(timeout)), timeout)
  try {
    return await work(controller.signal)
  } catch (error) {
    // A stream cut off by the signal may fail with its own error; the signal's reason takes precedence.
    controller.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    detach()
  }
}

/** The result of work that goes on. @throws the signal's reason as soon as it aborts. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise<T>((resolve, reject) => {
    const detach = onAbort(signal, () => reject(reasonOf(signal)))
    void work.then(resolve, reject).finally(detach)
  })
}

const reasonOf = ({ reason }: AbortSignal) => (reason instanceof Error ? reason : new Error('Stopped'))

/** Resolves after a number of milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      detach()
      resolve()
    }, milliseconds)
    const detach = onAbort(signal, () => {
      clearTimeout(timer)
      if (signal) reject(reasonOf(signal))
    })
  })
}
