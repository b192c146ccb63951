import { describe, expect, it } from 'vitest'
import { pagesOf, type LibraryPage } from '#server/domain/integrations/drivers/library.pages'

type Read = (start: number) => LibraryPage

/** Reads to the end of the list, and counts its rows. */
async function countRows(read: Read): Promise<number> {
  let count = 0
  for await (const rows of pagesOf('A library', (start) => Promise.resolve(read(start)))) count += rows.length
  return count
}

const rowsFrom = (start: number, length: number) => Array.from({ length }, (_, at) => ({ id: start + at }))

describe('the list of a media server', () => {
  it('ends where the server says so, even if it has counted a little too much', async () => {
    expect(await countRows((start) => ({ rows: rowsFrom(start, 100), total: 250 }))).toBe(300)
    const miscounted: Read = (start) => ({ rows: start < 200 ? rowsFrom(start, 100) : [], total: 204 })
    expect(await countRows(miscounted)).toBe(200)
    expect(await countRows(() => ({ rows: [], total: 0 }))).toBe(0)
  })

  it.each<[string, Read]>([
    ['that begins with an empty page', () => ({ rows: [], total: 3 })],
    [
      'with an empty page in the middle',
      (start) => ({ rows: rowsFrom(start, start === 0 ? 100 : 0), total: 200 }),
    ],
    ['that is the same page again and again', () => ({ rows: rowsFrom(0, 100), total: 300 })],
  ])('is not believed to be whole %s', async (_, read) => {
    await expect(countRows(read)).rejects.toMatchObject({ code: 'connection_failed' })
  })

  it('is abandoned if it grows for ever', async () => {
    const rows = rowsFrom(0, 10_000)
    const endless: Read = (start) => {
      if (start > 2_000_000) throw new Error('It was read on and on')
      return { rows: [{ id: `first ${start}` }, ...rows], total: start + 100_000 }
    }
    await expect(countRows(endless)).rejects.toMatchObject({ code: 'connection_not_the_api' })
  })
})
