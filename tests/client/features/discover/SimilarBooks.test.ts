import { afterEach, describe, expect, it, vi } from 'vitest'
import { json, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem, someDetails } from '#tests/client/support/samples'

/** An observer that reports everything as near the screen. */
class Near {
  readonly report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.report = report
  }
  observe() {
    this.report([{ isIntersecting: true }])
  }
  unobserve() {}
  disconnect() {}
}
const usual = globalThis.IntersectionObserver
afterEach(() => void vi.stubGlobal('IntersectionObserver', usual))

async function open(similar: Answer, hand_made = false) {
  vi.stubGlobal('IntersectionObserver', Near)
  const details = someDetails(anItem({ hand_made }))
  const page = await openPage('/book/B000000001?region=us', {
    answers: { 'GET /api/books/{}': () => json(details), 'GET /api/books/{}/similar': similar },
  })
  const row = () => document.body.querySelector('section[aria-label="Similar books"]')
  return { ...page, row }
}

describe('similar books', () => {
  it('are on the page of a book, with their status', async () => {
    const similar = anItem({ asin: 'B000000002', title: 'Small Hours', status: 'available' })
    const { row } = await open(() => json([similar]))
    expect(row()?.textContent).toContain('Small Hours')
    expect(row()?.textContent).toContain('In the library')
    expect(row()?.querySelector('a')?.getAttribute('href')).toBe('/book/B000000002?region=us')
  })

  it('all load once their row is scrolled to its end', async () => {
    const similar = Array.from({ length: 24 }, (_, at) => anItem({ asin: `B${String(at).padStart(9, '0')}` }))
    const { row } = await open(() => json(similar))
    expect(row()?.querySelectorAll('a').length).toBe(24)
  })

  it('are omitted if the catalogue has none', async () => {
    const { row } = await open(() => json([]))
    expect(row()).toBeNull()
  })

  it('are not requested for a book by hand', async () => {
    const { row, server } = await open(() => json([]), true)
    expect(row()).toBeNull()
    expect(server.called('GET /api/books/{}/similar')).toEqual([])
  })
})
