import { describe, expect, it } from 'vitest'
import { matchingBody, type BulkAction, type SelectionPlace } from '#contract/bulk'
import { listRequestsQuery } from '#contract/requests'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createSelectionRepository } from '#server/domain/requests/selection.repository'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { requestsOfEachTest } from './requests.fixture'

const asinOf = (at: number) => `B${String(at).padStart(9, '0')}`

onEachDatabase('a selection over pages', (database) => {
  const { fixture, admin, tess, uma } = requestsOfEachTest(database)
  async function request(user: CurrentUser, first: number, last = first) {
    for (let at = first; at <= last; at += 1) {
      // Every second request has the time of the one before, as with requests by a script.
      fixture.clock.advance(at % 2 === 0 ? 1000 : 0)
      await fixture.requests.create(user, fixture.publish({ asin: asinOf(at), title: `Book ${at}` }).asin)
    }
    fixture.clock.advance(1000)
  }

  const step = (action: BulkAction, from: SelectionPlace, matching: Record<string, string> = {}) =>
    fixture.bulk.changeMatching(admin, matchingBody.parse({ action, from, matching }))
  const select = (matching: Record<string, string> = {}) =>
    fixture.bulk.select(matchingBody.shape.matching.parse(matching))

  it('counts the books to which each action applies', async () => {
    await request(uma, 1, 2)
    await request(tess, 3, 5)
    expect(await select()).toMatchObject({
      total: 5,
      applies_to: { approve: 2, decline: 2, remove: 5, downloaded: 5 },
    })
    expect(await select({ user: 'Uma', q: 'book' })).toMatchObject({ total: 2 })
    expect(await select({ status: 'waiting' })).toMatchObject({ total: 3, applies_to: { approve: 0 } })
  })

  it('is processed in steps, every book once', async () => {
    await request(uma, 1, 7)
    await request(tess, 8)
    const selection = createSelectionRepository({ database: database(), books: fixture.books })
    const met: string[] = []
    let from: { requestedAt: Date; asin?: string } = { requestedAt: fixture.clock.read() }
    for (let steps = 0; steps < 4; steps += 1) {
      const step = await selection.chooseStep({}, { action: 'approve', from, limit: 2 })
      met.push(...step.map(({ asin }) => asin))
      const last = step.at(-1)
      if (last?.requestedAt) from = { requestedAt: last.requestedAt, asin: last.asin }
    }
    expect(met).toEqual([7, 6, 5, 4, 3, 2, 1].map(asinOf))
  })

  it('leaves out later requests, and books whose status has changed', async () => {
    await request(uma, 1, 3)
    const { from } = await select()
    await request(uma, 4)
    await fixture.decisions.decline(admin, asinOf(2))
    const { done } = await step('approve', from, { status: 'waiting_for_approval' })
    expect(done).toEqual([asinOf(3), asinOf(1)])
  })

  it('contains only one person’s requests on demand', async () => {
    await request(uma, 1, 2)
    const ulf = await addUser(database(), 'Ulf', 'untrusted')
    await request(ulf, 3)
    const { from } = await select({ user: 'ulf' })
    expect((await step('decline', from, { user: 'ulf' })).done).toEqual([asinOf(3)])
  })

  describe('as a table', () => {
    const exported = async (user: CurrentUser, options: Record<string, string> = {}) => {
      const query = listRequestsQuery.parse(options)
      let text = ''
      for await (const piece of fixture.requests.exportLines(user, query)) text += piece
      return text.trimEnd().split('\r\n').slice(1)
    }

    it('has all pages of the filter, for members only their own', async () => {
      await request(tess, 1, 3)
      await request(uma, 4)
      expect(await exported(admin)).toHaveLength(4)
      expect(await exported(tess)).toHaveLength(3)
      const [only, ...others] = await exported(admin, { user: 'uma' })
      expect(only).toContain('Book 4')
      expect(only).toContain('Uma')
      expect(others).toEqual([])
    })
  })
})
