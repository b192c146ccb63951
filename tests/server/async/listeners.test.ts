import { beforeEach, expect, it } from 'vitest'
import { createListeners } from '#server/async/listeners'
import { createRunning } from '#server/async/running'
import { createLog } from '#server/platform/log'

const logged: string[] = []
beforeEach(() => {
  logged.length = 0
  createLog({ level: 'ERROR', terminal: false, write: (line) => void logged.push(line) })
})

const fail = () => {
  throw new Error('No room')
}

it('Listeners are called with the value until they unsubscribe', () => {
  const heard: string[] = []
  const listeners = createListeners<[string]>()
  const leave = listeners.add((value) => void heard.push(value))
  listeners.call('one')
  leave()
  listeners.call('two')
  expect(heard).toEqual(['one'])
})

it('A listener that fails is logged, and neither the others nor the caller notice', () => {
  const heard: string[] = []
  const listeners = createListeners()
  listeners.add(() => void heard.push('first'))
  listeners.add(fail)
  listeners.add(() => void heard.push('last'))
  listeners.call()
  expect(heard).toEqual(['first', 'last'])
  expect(logged).toEqual([expect.stringContaining('A listener failed: Error: No room')])
})

it('Work counts as ended even if a listener fails', async () => {
  const running = createRunning()
  running.onEnd(fail)
  running.add(Promise.resolve())
  await running.settled()
  expect(running.count()).toBe(0)
  expect(logged).toHaveLength(1)
})
