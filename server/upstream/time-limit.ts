/** The work did not end within its time limit. */
export class TimeLimitExceeded extends Error {
  constructor(limitMs: number) {
    super(`No complete response within ${limitMs / 1000} s`)
    this.name = 'TimeLimitExceeded'
  }
}

/**
 * Runs work with a signal, and aborts the signal when the time is up or the caller gives up.
 * @param limitMs counted from now, including everything the work waits for.
 * @throws TimeLimitExceeded, the caller's reason, or whatever the work fails with
 */
export async function withTimeLimit<T>(
  limitMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(caller?.reason)
  const timer = setTimeout(() => controller.abort(new TimeLimitExceeded(limitMs)), limitMs)
  caller?.addEventListener('abort', giveUp, { once: true })
  try {
    return await work(controller.signal)
  } catch (error) {
    // A stream cut off by the signal may fail with its own error; the signal's reason takes precedence.
    controller.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', giveUp)
  }
}

/** Resolves after a time, or rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error('Stopped'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
