import { describe, expect, it } from 'vitest'
import { jsonPieces } from '#server/http/json-text'

const many = <T>(entry: T, length = 200): T[] => Array.from({ length }, () => entry)

const jsonText = async (value: unknown): Promise<string> => (await jsonPieces(value)).join('')

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
  ])('is the same as JSON makes of it', async (value) => {
    expect(await jsonText(value)).toBe(JSON.stringify(value))
  })

  it('comes in pieces where it is long', async () => {
    const list = many('x'.repeat(1000), 1000)
    const pieces = await jsonPieces({ list })
    expect(pieces.join('')).toBe(JSON.stringify({ list }))
    expect(pieces.length).toBeGreaterThan(10)
    for (const piece of pieces) expect(piece.length).toBeLessThan(70_000)
  })

  it('lets other work have its turn while a long list is written', async () => {
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
