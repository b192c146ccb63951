import { describe, expect, it } from 'vitest'
import { jsonPieces } from '#server/http/json-text'

const many = <T>(entry: T, length = 200): T[] => Array.from({ length }, () => entry)

async function piecesOf(value: unknown): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces
}
const jsonText = async (value: unknown): Promise<string> => (await piecesOf(value)).join('')

describe('an answer as text', () => {
  it.each<unknown>([
    null,
    'text',
    { a: 1, b: undefined, c: new Date(0), d: { e: [null, undefined] } },
    [1, undefined, () => 1],
    many({ a: 'é', b: undefined, at: new Date(0) }),
    many(undefined),
    { a: undefined, 'in "quotes"': many(['x']), at: new Date(0), n: 1n < 2n, f: () => 1, z: [] },
    { inside: { list: many(1) } },
    new Date(0),
  ])('is the same as that of JSON.stringify', async (value) => {
    expect(await jsonText(value)).toBe(JSON.stringify(value))
  })

  it('is one list from batches', async () => {
    async function* batches(...sizes: number[]) {
      for (const size of sizes) yield many({ a: 'é' }, size)
    }
    expect(await jsonText(batches(3, 0, 200))).toBe(JSON.stringify(many({ a: 'é' }, 203)))
    expect(await jsonText(batches(1))).toBe('[{"a":"é"}]')
    expect(await jsonText(batches(0))).toBe('[]')
    expect(await jsonText(batches())).toBe('[]')
  })

  it('reads the next batch when the next piece is taken, and none after cancellation', async () => {
    const state = { read: 0, ended: false }
    async function* endless() {
      try {
        for (;;) {
          state.read++
          yield many('x'.repeat(1000), 100)
        }
      } finally {
        state.ended = true
      }
    }
    const pieces = jsonPieces(endless())
    await pieces.next()
    expect(state).toEqual({ read: 1, ended: false })
    await pieces.next()
    await pieces.next()
    expect(state.read).toBeLessThan(4)
    await pieces.return()
    expect(state.ended).toBe(true)
  })

  it('comes in pieces if it is long', async () => {
    const list = many('x'.repeat(1000), 1000)
    const pieces = await piecesOf({ list })
    expect(pieces.join('')).toBe(JSON.stringify({ list }))
    expect(pieces.length).toBeGreaterThan(10)
    for (const piece of pieces) expect(piece.length).toBeLessThan(70_000)
  })

  it('lets other work get its turn while a long list is written', async () => {
    const slow = {
      toJSON() {
        const until = performance.now() + 2
        while (performance.now() < until) continue
        return 1
      },
    }
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await jsonText({ list: many(slow, 100) })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})
