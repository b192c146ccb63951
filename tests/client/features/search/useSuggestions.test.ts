import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { deferred } from '#tests/client/support/deferred'
import { DEBOUNCE, useSuggestions } from '#client/features/search/useSuggestions'

interface Call {
  text: string
  signal: AbortSignal
  answer: (suggestions: string[]) => void
  fail: (error: Error) => void
}

function start() {
  const text = ref('')
  const calls: Call[] = []
  const scope = effectScope()
  const used = scope.run(() =>
    useSuggestions({
      text,
      load(typed, signal) {
        const { promise, resolve, reject } = deferred<string[]>()
        calls.push({ text: typed, signal, answer: resolve, fail: reject })
        return promise
      },
    }),
  )
  if (!used) throw new Error('The scope did not run')

  async function type(words: string, wait = DEBOUNCE) {
    text.value = words
    await flushPromises()
    vi.advanceTimersByTime(wait)
  }
  return { ...used, calls, scope, type }
}

describe('suggestions while typing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are fetched once typing pauses, not for every letter', async () => {
    const { calls, type } = start()
    await type('dun', DEBOUNCE - 1)
    await type('dune', DEBOUNCE - 1)
    expect(calls).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(calls.map(({ text }) => text)).toEqual(['dune'])
  })

  it('are not fetched for a single letter', async () => {
    const { calls, type } = start()
    await type('d')
    expect(calls).toHaveLength(0)
  })

  it('keep the newer answer if an older one arrives late', async () => {
    const { suggestions, calls, type } = start()
    await type('dun')
    await type('dune')
    calls[1]?.answer(['dune messiah'])
    await flushPromises()
    calls[0]?.answer(['dunkirk'])
    await flushPromises()
    expect(suggestions.value).toEqual(['dune messiah'])
  })

  it('abort the query that a newer one replaces', async () => {
    const { calls, type } = start()
    await type('dun')
    await type('dune')
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  it('are gone after a failure', async () => {
    const { suggestions, calls, type } = start()
    await type('dun')
    calls[0]?.answer(['dune'])
    await flushPromises()
    await type('dune')
    calls[1]?.fail(new Error('down'))
    await flushPromises()
    expect(suggestions.value).toEqual([])
  })

  it('outlast the failure of a replaced query', async () => {
    const { suggestions, calls, type } = start()
    await type('dun')
    await type('dune')
    calls[1]?.answer(['dune messiah'])
    await flushPromises()
    calls[0]?.fail(new Error('aborted'))
    await flushPromises()
    expect(suggestions.value).toEqual(['dune messiah'])
  })

  it('stop when the field disappears', async () => {
    const { calls, scope, type } = start()
    await type('dune')
    scope.stop()
    expect(calls[0]?.signal.aborted).toBe(true)
  })
})
