import { expect, it } from 'vitest'
import { createSenderSlots } from '#server/domain/notifications/sender-slots'

/** Starts as many senders as are allowed for targets of these owners. @returns how many. */
function takeAll(slots: ReturnType<typeof createSenderSlots>, owner: string | null, targets: number): number {
  let started = 0
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < targets; index += 1) {
      if (slots.take({ id: `${owner} ${index}`, ownerId: owner })) started += 1
    }
  }
  return started
}

it('A target has at most two senders, and another once one has ended', () => {
  const slots = createSenderSlots()
  const target = { id: 'chat', ownerId: null }
  const leave = slots.take(target)
  expect(slots.take(target)).not.toBeNull()
  expect(slots.take(target)).toBeNull()
  leave?.()
  expect(slots.take(target)).not.toBeNull()
})

it('All targets of a user together have four, and those of all users leave room for the server', () => {
  const slots = createSenderSlots()
  const ofUsers = Array.from({ length: 40 }, (_, index) => takeAll(slots, `user ${index}`, 20))
  expect(ofUsers.slice(0, 16)).toEqual(Array(16).fill(4))
  expect(ofUsers.slice(16).every((count) => count === 0)).toBe(true)
  expect(takeAll(slots, null, 50)).toBe(50)
})

it('Many unresponsive targets leave a sender for the next one', () => {
  const slots = createSenderSlots()
  expect(takeAll(slots, null, 80)).toBe(80)
  expect(slots.take({ id: 'next', ownerId: null })).not.toBeNull()
})
