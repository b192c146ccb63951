import { get, type IncomingMessage } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { allStarted, startLender } from '#tests/e2e/support/lender'

/** Lends numbers, counting up. */
async function lendNumbers() {
  let made = 0
  const stopped: number[] = []
  const lender = await startLender<{ number: number }>({
    number() {
      made += 1
      const value = made
      return Promise.resolve({ value, stop: async () => void stopped.push(value) })
    },
  })
  onTestFinished(lender.stop)

  /** Borrows one and returns it. @returns what was lent. */
  async function take(kind = 'number') {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${lender.url}/${kind}`, resolve).on('error', reject)
    })
    response.setEncoding('utf8')
    const text = await new Promise<string>((resolve) => response.once('data', resolve))
    return { status: response.statusCode, text: text.trim(), giveBack: () => void response.destroy() }
  }
  return { take, stop: lender.stop, stopped }
}

it('what is lent is exclusive until it is returned', async () => {
  const { take } = await lendNumbers()
  const [first, second] = [await take(), await take()]
  expect([first.text, second.text]).toEqual(['1', '2'])
  first.giveBack()
  // The lender may notice the return a moment later; until then, it starts another one.
  await expect
    .poll(async () => {
      const next = await take()
      const { text } = next
      if (text !== '1') next.giveBack()
      return text
    })
    .toBe('1')
})

it('everything that was started is stopped in the end, lent or not', async () => {
  const { take, stop, stopped } = await lendNumbers()
  await take()
  await take()
  await stop()
  expect(stopped.toSorted()).toEqual([1, 2])
})

it('an unknown kind is refused', async () => {
  const { take } = await lendNumbers()
  const answer = await take('toString')
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('There is no kind toString to lend')
})

it('when one of several does not start, the others are stopped, also those that start later', async () => {
  const stopped: string[] = []
  const start = (name: string) => ({ stop: async () => void stopped.push(name) })
  const starts = allStarted([
    Promise.resolve(start('early')),
    Promise.reject(new Error('no port')),
    new Promise<ReturnType<typeof start>>((resolve) => setImmediate(() => resolve(start('late')))),
  ])
  await expect(starts).rejects.toThrow('no port')
  expect(stopped).toEqual(['early', 'late'])
})
