import { describe, expect, it } from 'vitest'
import { BodyTooLarge } from '#server/upstream/bounded-body'
import { NotAnArray, readJsonRows, type RowLimits } from '#server/upstream/json-rows'

const limits = (changes: Partial<RowLimits> = {}): RowLimits => ({
  maxBytes: 1_000_000,
  maxRows: 10_000,
  maxRowBytes: 10_000,
  ...changes,
})

/** A response whose body arrives in chunks of so many bytes. */
function answer(text: string, pieceLength = 7): Response {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + pieceLength))
        at += pieceLength
      },
    }),
  )
}

async function rowsOf(text: string, pieceLength?: number): Promise<unknown[]> {
  const rows: unknown[] = []
  await readJsonRows(answer(text, pieceLength), limits(), (row) => rows.push(JSON.parse(row ?? '"too long"')))
  return rows
}

describe('reading a list row by row', () => {
  const list = [
    { title: 'a [b], {c} "d" \\ é 日本', nested: [[1, 2], { deep: [] }] },
    {},
    [],
    'text, with ] and "',
    -1.5e3,
    null,
    true,
  ]

  it.each([1, 2, 3, 7, 1000])(
    'returns every row, whatever its content, in pieces of %i bytes',
    async (length) => {
      expect(await rowsOf(JSON.stringify(list), length)).toEqual(list)
      expect(await rowsOf(`\uFEFF \n${JSON.stringify(list, null, 2)}\n`, length)).toEqual(list)
    },
  )

  it('finds nothing in an empty list', async () => {
    expect(await rowsOf(' [ ] ')).toEqual([])
  })

  it.each(['', '  ', '{"records": []}', '<!doctype html>', '"text"', '[] []'])(
    'says that %j is not a list',
    async (text) => {
      await expect(rowsOf(text)).rejects.toMatchObject({ name: 'NotAnArray', found: 'other' })
    },
  )

  it.each(['[', '[{"a": 1}', '[{"a": "]'])('says that %j is truncated', async (text) => {
    await expect(rowsOf(text)).rejects.toEqual(new NotAnArray('cut_off'))
  })

  it.each(['[,1]', '[1,,2]', `[${','.repeat(5000)}]`])(
    'treats a missing value between commas as an error: %.20s',
    async (text) => {
      await expect(rowsOf(text)).rejects.toEqual(new NotAnArray('other'))
    },
  )

  it('stops at the limit', async () => {
    const reading = readJsonRows(answer(JSON.stringify(list)), limits({ maxBytes: 50 }), () => undefined)
    await expect(reading).rejects.toBeInstanceOf(BodyTooLarge)
  })

  it.each([1, 7, 100_000])('skips an overlong row, in pieces of %i bytes', async (length) => {
    const rows: (string | null)[] = []
    const text = JSON.stringify(['a', 'x'.repeat(500), { b: ['y'.repeat(500)] }, 'c'])
    await readJsonRows(answer(text, length), limits({ maxRowBytes: 100 }), (row) => rows.push(row))
    expect(rows).toEqual(['"a"', null, null, '"c"'])
  })

  it('reads no more rows than allowed, and says that there are more', async () => {
    const rows: (string | null)[] = []
    const take = (text: string, length?: number) =>
      readJsonRows(answer(text, length), limits({ maxRows: 3 }), (row) => rows.push(row))
    expect(await take('[1,2,3]')).toEqual({ cut: false })
    expect(await take(`[1,2,3,4,${'5,'.repeat(1000)}`, 1000)).toEqual({ cut: true })
    expect(rows).toEqual(['1', '2', '3', '1', '2', '3'])
  })

  it('keeps what it has read if the whole is too long', async () => {
    const rows: (string | null)[] = []
    const text = `[1,2,${'"x",'.repeat(1000)}3]`
    expect(await readJsonRows(answer(text, 10), limits({ maxBytes: 100 }), (row) => rows.push(row))).toEqual({
      cut: true,
    })
    expect(rows.slice(0, 3)).toEqual(['1', '2', '"x"'])
    expect(rows.length).toBeLessThan(100)
  })

  it('lets other work get its turn between rows that arrive together', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const busy = () => {
      const until = performance.now() + 5
      while (performance.now() < until) continue
    }
    await readJsonRows(answer(`[${'0,'.repeat(50)}0]`, 4000), limits(), busy)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('lets other work get its turn while it is busy', async () => {
    const many = JSON.stringify(
      Array.from({ length: 1000 }, (_, index) => ({ index, filler: 'x'.repeat(500) })),
    )
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const busy = () => {
      const until = performance.now() + 0.1
      while (performance.now() < until) continue
    }
    await readJsonRows(answer(many, many.length), limits(), busy)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})
