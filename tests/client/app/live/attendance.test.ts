import { expect, it } from 'vitest'
import { watchAttendance } from '#client/app/live/attendance'

it('a page counts as unattended after a minute without activity', () => {
  let now = 1_000_000
  const isLeftAlone = watchAttendance(window, () => now)
  expect(isLeftAlone()).toBe(false)
  now += 60_000
  expect(isLeftAlone()).toBe(false)
  now += 1
  expect(isLeftAlone()).toBe(true)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  expect(isLeftAlone()).toBe(false)
  now += 60_001
  expect(isLeftAlone()).toBe(true)
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }))
  expect(isLeftAlone()).toBe(false)
})
