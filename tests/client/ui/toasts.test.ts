import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { durationOf, useToastsStore } from '#client/ui/toasts'

describe('short messages', () => {
  beforeEach(() => setActivePinia(createPinia()))

  it('make room for newer ones, successes before failures', () => {
    const store = useToastsStore()
    store.failed('one')
    store.done('two')
    store.done('three')
    store.done('four')
    expect(store.toasts.map(({ text }) => text)).toEqual(['one', 'three', 'four'])
    store.failed('five')
    store.failed('six')
    store.failed('seven')
    expect(store.toasts.map(({ text }) => text)).toEqual(['five', 'six', 'seven'])
  })

  it('stay long enough to be read, failures longer', () => {
    const text = 'It could not be saved. Ask whoever runs the server to make room on its disk.'
    expect(durationOf({ kind: 'failed', text })).toBeGreaterThan(durationOf({ kind: 'done', text }))
    expect(durationOf({ kind: 'failed', text })).toBeGreaterThan(durationOf({ kind: 'failed', text: 'No.' }))
  })
})
