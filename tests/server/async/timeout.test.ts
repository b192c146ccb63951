import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { pause, raceTimeout, TimedOut, unlessAborted, withTimeout } from '#server/async/timeout'

const never = () => new Promise<never>(() => undefined)

describe('a timeout', () => {
  it('gives the result of work that ends in time, and otherwise what stands in for it', async () => {
    expect(await raceTimeout(60_000, Promise.resolve('done'), () => 'late')).toBe('done')
    expect(await raceTimeout(1, never(), () => 'late')).toBe('late')
    const late = raceTimeout(1, never(), () => {
      throw new Error('too late')
    })
    await expect(late).rejects.toThrow('too late')
  })

  it('aborts work that stops on a signal, for the time or for the caller', async () => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cut off')))
      })
    await expect(withTimeout(1, undefined, untilAborted)).rejects.toThrow(TimedOut)
    const caller = new AbortController()
    const given = withTimeout(60_000, caller.signal, untilAborted)
    caller.abort(new Error('no one waits'))
    await expect(given).rejects.toThrow('no one waits')
  })

  it('stops waiting for work that goes on, once no one wants it', async () => {
    const caller = new AbortController()
    expect(await unlessAborted(caller.signal, Promise.resolve('done'))).toBe('done')
    const waiting = unlessAborted(caller.signal, never())
    caller.abort(new Error('no one waits'))
    await expect(waiting).rejects.toThrow('no one waits')
    await expect(unlessAborted(caller.signal, Promise.resolve('done'))).rejects.toThrow('no one waits')
  })

  it('ends a pause at once when its signal aborts, before or during it', async () => {
    const stopping = new AbortController()
    const during = pause(60_000, stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(during).rejects.toThrow('stopping')
    await expect(pause(60_000, stopping.signal)).rejects.toThrow('stopping')
    await pause(1)
  })

  it('leaves no listener on the signal of its caller, however it ends', async () => {
    const server = new AbortController()
    const { signal } = server
    await withTimeout(60_000, signal, async () => 'done')
    await expect(withTimeout(60_000, signal, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    await unlessAborted(signal, Promise.resolve('done'))
    await expect(unlessAborted(signal, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await pause(1, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    const during = [pause(60_000, signal), unlessAborted(signal, never())]
    server.abort(new Error('stopping'))
    await Promise.allSettled([...during, pause(60_000, signal), unlessAborted(signal, never())])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
