import { expect, it } from 'vitest'
import { z } from 'zod'
import { createOrderedIds } from '#server/domain/audit/ordered-ids'

it('ids sort in the order of their creation, whatever the clock says', () => {
  const nextId = createOrderedIds()
  const noon = Date.parse('2026-06-01T12:00:00Z')
  // Stands still for longer than the count of a millisecond lasts, goes back, and runs on.
  const times = [...Array.from({ length: 5000 }, () => noon), noon - 60_000, noon + 1, noon + 2000]
  const ids = times.map((time) => nextId(new Date(time)))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
})

it('ids differ between processes', () => {
  const at = new Date('2026-06-01T12:00:00Z')
  expect(createOrderedIds()(at)).not.toBe(createOrderedIds()(at))
})
