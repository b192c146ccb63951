import { expect, it } from 'vitest'
import { KEYS, staleRequests, TOUCHED_BY } from '#client/app/query-keys'

it('A change to requests makes stale what a live event about them does, and the awaited response last', () => {
  const stale = staleRequests(KEYS.books)
  expect(stale.map(([key]) => key)).toEqual(expect.arrayContaining([...TOUCHED_BY.requests]))
  expect(stale).toHaveLength(TOUCHED_BY.requests.length)
  expect(stale.at(-1)).toEqual([KEYS.books])
  expect(staleRequests(KEYS.releases).at(-1)).toEqual([KEYS.releases])
})

it('Changes to requests share one list of what becomes stale', () => {
  const sources = import.meta.glob<string>(
    [
      '../../../client/features/{hand-made,releases,requests,series,wishes}/queries.ts',
      '../../../client/features/requests/useDecision.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  expect(Object.keys(sources)).toHaveLength(6)
  for (const [file, text] of Object.entries(sources)) {
    expect(text, file).toContain('staleRequests(')
    expect(text, file).not.toMatch(/^ {4}\[KEYS\.\w+\],$/m)
  }
})
