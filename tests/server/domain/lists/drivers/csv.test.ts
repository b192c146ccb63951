import { expect, it } from 'vitest'
import { readCsv } from '#server/domain/lists/drivers/csv'

it('parses few rows at a time, however short, so that others get their turns', async () => {
  const text = `Title,Author\n${'a\n'.repeat(2000)}`
  let [rows, most, reading] = [0, 0, true]
  const turn = () => {
    most = Math.max(most, rows)
    rows = 0
    if (reading) setImmediate(turn)
  }
  setImmediate(turn)
  let all = 0
  for await (const row of readCsv(text, ',')) {
    all += row.length > 0 ? 1 : 0
    rows += 1
  }
  reading = false
  expect(all).toBe(2001)
  expect(most).toBeLessThanOrEqual(60)
})

it('reads no more columns than any export has', async () => {
  const wide = `Title,Author${',x'.repeat(40_000)}\n`
  const found: string[][] = []
  for await (const row of readCsv(`${wide}Dune,Herbert\n`, ',')) found.push(row)
  expect(found[0]).toHaveLength(500)
  expect(found[1]).toEqual(['Dune', 'Herbert'])
})
