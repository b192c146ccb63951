import { expect, it } from 'vitest'
import { auditNote } from '#contract/audit-note'
import { createAuditRepository } from '#server/domain/audit/audit.repository'
import { createAudit } from '#server/domain/audit/audit.service'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'

onEachDatabase('the audit log', (database) => {
  function start() {
    const clock = standingClock()
    const repository = createAuditRepository({ database: database() })
    return { clock, audit: createAudit({ repository, clock: clock.read }) }
  }

  it('lists entries by page, newest first, all or of one kind', async () => {
    const { audit, clock } = start()
    await audit.record({ kind: 'user_created', actor: 'Rosa', subject: 'mila', address: '203.0.113.7' })
    for (const actor of ['mila', 'anna']) {
      clock.advance(1000)
      await audit.record({ kind: 'signed_in', actor, note: auditNote('form'), address: '' })
    }
    const page = await audit.list({ limit: 2, offset: 1 })
    expect(page.total).toBe(3)
    expect(page.entries).toMatchObject([
      {
        kind: 'signed_in',
        actor: 'mila',
        subject: null,
        detail: 'form',
        note: { code: 'form', params: {} },
      },
      { kind: 'user_created', actor: 'Rosa', subject: 'mila', at: '2026-06-01T12:00:00.000Z' },
    ])
    const signIns = await audit.list({ kind: 'signed_in', limit: 1, offset: 0 })
    expect(signIns).toMatchObject({ total: 2, entries: [{ actor: 'anna' }] })
  })

  it('lists entries of the same millisecond newest first', async () => {
    const { audit } = start()
    const actors = ['mila', 'anna', 'rosa', 'ada', 'bea', 'cleo']
    for (const actor of actors) await audit.record({ kind: 'signed_in', actor })
    const { entries } = await audit.list({ limit: 10, offset: 0 })
    expect(entries.map(({ actor }) => actor)).toEqual(actors.toReversed())
  })

  it('truncates every text', async () => {
    const { audit } = start()
    const text = 'x'.repeat(5000)
    const note = auditNote('path', { path: text })
    await audit.record({ kind: 'signed_in', actor: text, subject: text, note, address: text })
    const [entry] = (await audit.list({ limit: 1, offset: 0 })).entries
    expect(entry?.actor).toHaveLength(200)
    expect(entry?.address).toHaveLength(200)
    expect(entry?.detail).toHaveLength(200)
  })

  it('has no entry for changes that were rolled back', async () => {
    const { audit } = start()
    const undone = database().write(async (within) => {
      await audit.record({ kind: 'user_deleted', actor: 'Rosa', subject: 'mila' }, within)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await audit.list({ limit: 1, offset: 0 })).total).toBe(0)
  })
})
