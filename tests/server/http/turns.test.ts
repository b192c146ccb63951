import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTurns } from '#server/http/turns'
import { createGate } from '#tests/support/gate'

const GET = { method: 'GET' } as const
const POST = { method: 'POST' } as const
const NETWORK = { user: null, address: '203.0.113.9' }
const person = (id: string) => ({ user: { id }, address: '192.0.2.1' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Turns of which a busy person has taken all there are, and more. */
function underLoad(operation: typeof GET | typeof POST, calls: number) {
  const takeTurn = createTurns({ networkOf: (address) => address })
  const gate = createGate()
  const served: string[] = []
  const refused: unknown[] = []
  const call = (who: ReturnType<typeof person> | typeof NETWORK, name: string, of = operation) =>
    takeTurn(of, who, () => gate.pass().then(() => void served.push(name))).catch((error: unknown) => {
      refused.push(error)
    })
  const all = Array.from({ length: calls }, () => call(person('busy'), 'busy'))
  const settled = async () => {
    gate.open()
    await vi.runAllTimersAsync()
    await Promise.all(all)
  }
  return { takeTurn, call, served, refused, settled }
}

describe('under load', () => {
  it.each([GET, POST])('a busy person delays no one else ($method)', async (operation) => {
    const { call, served, settled } = underLoad(operation, 300)
    const others = [call(person('Rosa'), 'Rosa'), call(NETWORK, 'stranger')]
    await settled()
    await Promise.all(others)
    // Before any of the busy person's calls that were waiting.
    const begun = operation === GET ? 8 : 4
    expect(served.slice(begun, begun + 3)).toEqual(expect.arrayContaining(['Rosa', 'stranger']))
  })

  it('reads do not wait for writes', async () => {
    const { takeTurn, settled } = underLoad(POST, 300)
    expect(await takeTurn(GET, person('busy'), async () => 'read')).toBe('read')
    await settled()
  })

  it('what could not be served in time is refused before it begins, with when to come back', async () => {
    const { call, served, refused, settled } = underLoad(GET, 8 + 400)
    await call(person('busy'), 'one too many')
    expect(refused).toEqual([expect.objectContaining({ code: 'server_busy', status: 503 })])
    expect(refused).toEqual([
      expect.objectContaining({ headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } }),
    ])
    await settled()
    expect(served).toHaveLength(8 + 400)
    expect(served).not.toContain('one too many')
  })

  it('calls that wait for another service let others take their turn', async () => {
    const takeTurn = createTurns({ networkOf: (address) => address })
    const service = createGate()
    const waiting = Array.from({ length: 8 }, (_, at) =>
      takeTurn({ ...GET, fetches: 'books' }, person(`reader ${at}`), service.pass),
    )
    const read = takeTurn(GET, person('Rosa'), async () => 'read')
    await vi.advanceTimersByTimeAsync(250)
    expect(await read).toBe('read')
    service.open()
    await Promise.all(waiting)
  })
})
