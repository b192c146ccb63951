import { expect, it } from 'vitest'
import { watchUnattended } from '#client/app/live/unattended'

it('a page counts as unattended after a minute without activity', () => {
  let now = 1_000_000
  const isUnattended = watchUnattended(window, () => now)
  expect(isUnattended()).toBe(false)
  now += 60_000
  expect(isUnattended()).toBe(false)
  now += 1
  expect(isUnattended()).toBe(true)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  expect(isUnattended()).toBe(false)
  now += 60_001
  expect(isUnattended()).toBe(true)
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }))
  expect(isUnattended()).toBe(false)
})
