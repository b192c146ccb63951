import { expect, it } from 'vitest'
import { readDictionary } from '#server/domain/fulfilment/grab/bencode'

const bytesOf = (text: string) => new TextEncoder().encode(text)

it.each([
  ['texts', '0:', 900_000],
  ['numbers', 'i0e', 900_000],
  ['lists', 'le', 450_000],
  ['files', 'd6:lengthi1e4:pathl1:aee', 100_000],
])('A list of countless %s is read while others get their turn', async (_what, value, count) => {
  let turns = 0
  const found = await readDictionary(bytesOf(`d4:infol${value.repeat(count)}ee`), () => {
    turns += 1
    return Promise.resolve()
  })
  expect(found?.get('info')).toHaveLength(value.length * count + 2)
  expect(turns).toBeGreaterThan(300)
})

it('A dictionary of a million keys is refused after the first thousand', async () => {
  let turns = 0
  const keys = Array.from({ length: 100_000 }, (_, at) => `6:${String(at).padStart(6, '0')}0:`).join('')
  const found = await readDictionary(bytesOf(`d${keys}e`), () => {
    turns += 1
    return Promise.resolve()
  })
  expect([found, turns]).toEqual([null, 0])
})
