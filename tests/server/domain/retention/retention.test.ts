import { expect, it } from 'vitest'
import type { TimelineKind } from '#contract/books'
import { causeOf } from '#contract/cause'
import { deliveryCause } from '#contract/delivery-cause'
import type { Database } from '#server/db/database'
import { actor } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { catalogueBook } from '#tests/support/records'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { releaseAt } from '#scripts/lib/large-data'
import { retentionOver } from './retention.fixture'

const DAY = 24 * 60 * 60_000
const NOW = new Date('2026-06-01T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const never = new AbortController().signal

onEachDatabase('old rows', (database) => {
  const start = () => retentionOver(database())

  async function addAudit(days: readonly number[]) {
    const rows = days.map((age, at) => ({
      id: `audit ${at}`,
      kind: 'signed_in' as const,
      actor: 'mila',
      at: ago(age),
    }))
    await database().write((within) => within.insert(database().tables.auditEntries).values(rows))
  }
  const auditIds = async () =>
    (
      await database()
        .read.select({ id: database().tables.auditEntries.id })
        .from(database().tables.auditEntries)
    )
      .map(({ id }) => id)
      .sort()

  it('of the audit log are removed after 90 days, and the oldest beyond the maximum', async () => {
    const { cleanUp, kept } = start()
    await addAudit([91, 89, 3, 2, 1])
    await cleanUp(never)
    expect(await auditIds()).toEqual(['audit 1', 'audit 2', 'audit 3', 'audit 4'])
    const oldest = await kept.audit.findOldestOf(2)
    expect(oldest).toEqual(ago(2))
    expect(await kept.audit.findOldestOf(5)).toBeNull()
    await kept.audit.removeSome(ago(2), null)
    expect(await auditIds()).toEqual(['audit 3', 'audit 4'])
  })

  it('are removed in steps, which stop with the server; the next run continues', async () => {
    const stopping = new AbortController()
    let writes = 0
    const counted: Database = {
      ...database(),
      write: (work) => {
        writes += 1
        if (writes === 2) stopping.abort()
        return database().write(work)
      },
    }
    const { cleanUp } = retentionOver(counted)
    await addAudit(Array.from({ length: 350 }, () => 100))
    await cleanUp(stopping.signal)
    expect(await auditIds()).toHaveLength(150)
    await cleanUp(never)
    expect(await auditIds()).toEqual([])
  })

  it('of ended deliveries are removed with their attempts; waiting and resent ones stay', async () => {
    const { cleanUp } = start()
    await addDeliveries(database(), [
      ['delivered', 31],
      ['delivered', 29],
      ['failed', 89],
      ['failed', 91],
      ['pending', 400],
    ])
    await cleanUp(never)
    const { deliveries, deliveryAttempts } = database().tables
    const left = await database().read.select({ id: deliveries.id }).from(deliveries)
    const attempts = await database().read.select({ id: deliveryAttempts.deliveryId }).from(deliveryAttempts)
    const expected = ['delivered 29', 'failed 89', 'pending 400']
    expect(left.map(({ id }) => id).sort()).toEqual(expected)
    expect(attempts.map(({ id }) => id).sort()).toEqual(expected)
  })

  it('of the timeline are only steps: what people did and its outcome stay, and the newest of a book', async () => {
    const { cleanUp } = start()
    await addBook(database(), 'B000000001')
    await addBook(database(), 'B000000002')
    await addTimeline(database(), 'B000000001', [
      ['requested', 800],
      ['search_started', 799],
      ['searched', 798],
      ['grab_started', 797],
      ['grabbed', 796],
      ['not_in_library', 795],
      ['search_started', 20],
    ])
    await addTimeline(database(), 'B000000002', [
      ['search_started', 700],
      ['not_found', 699],
    ])
    await cleanUp(never)
    expect(await timelineOf(database(), 'B000000001')).toEqual([
      'requested',
      'grab_started',
      'grabbed',
      'not_in_library',
      'search_started',
    ])
    expect(await timelineOf(database(), 'B000000002')).toEqual(['not_found'])
  })

  it('of searches are removed with their results, however many', async () => {
    const { cleanUp, kept } = start()
    await addBook(database(), 'B000000001', 'available')
    await addSearch(database(), 'B000000001', { id: 'old', days: 91, releases: 230 })
    await addSearch(database(), 'B000000001', { id: 'young', days: 89, releases: 2 })
    expect(await kept.releases.count()).toBe(234)
    await cleanUp(never)
    expect(await searchIds(database())).toEqual(['young'])
    expect(await kept.releases.count()).toBe(3)
  })

  it('of searches stay if something depends on them', async () => {
    const { cleanUp } = start()
    await addBook(database(), 'B000000001', 'not_found')
    await addBook(database(), 'B000000002', 'downloading')
    await addBook(database(), 'B000000003', 'available')
    await addSearch(database(), 'B000000001', { id: 'before', days: 300, releases: 1 })
    await addSearch(database(), 'B000000001', {
      id: 'newest of a book that is waited for',
      days: 200,
      releases: 1,
    })
    await addSearch(database(), 'B000000002', { id: 'grabbed from', days: 300, releases: 1 })
    await addSearch(database(), 'B000000002', { id: 'newer', days: 2, releases: 0 })
    await addSearch(database(), 'B000000003', { id: 'under way', days: 300, releases: 1, state: 'running' })
    await addGrab(database(), 'B000000002', 'grabbed from')
    await cleanUp(never)
    expect(await searchIds(database())).toEqual([
      'grabbed from',
      'newer',
      'newest of a book that is waited for',
      'under way',
    ])
    const { grabs } = database().tables
    expect(await database().read.select({ id: grabs.id }).from(grabs)).toHaveLength(1)
  })

  it('of searches include those beyond the ten newest of a book that ended alike', async () => {
    const { cleanUp } = start()
    await addBook(database(), 'B000000001', 'available')
    for (let at = 1; at <= 12; at++) {
      const id = `finished ${String(at).padStart(2, '0')}`
      await addSearch(database(), 'B000000001', { id, days: at, releases: at > 10 ? 230 : 1 })
    }
    await addSearch(database(), 'B000000001', { id: 'failed', days: 40, releases: 0, state: 'failed' })
    await cleanUp(never)
    const left = await searchIds(database())
    expect(left).toHaveLength(11)
    expect(left).not.toContain('finished 11')
    expect(left).not.toContain('finished 12')
  })

  it('of searches are removed beyond the maximum, and the newest stay', async () => {
    const { cleanUp, settings } = start()
    await addBook(database(), 'B000000001', 'available')
    for (const days of [30, 20, 10]) {
      await addSearch(database(), 'B000000001', { id: `${days}`, days, releases: 5, found: 600 })
    }
    await settings.set('keep_releases', { days: 90, newest: 1000 })
    await cleanUp(never)
    expect(await searchIds(database())).toEqual(['10', '20'])
  })

  it('of one kind that fail to be removed do not affect the others', async () => {
    const instance = start()
    await addAudit([100])
    instance.kept.releases.removeSome = () => Promise.reject(new Error('locked'))
    await expect(instance.cleanUp(never)).rejects.toThrow('locked')
    expect(await auditIds()).toEqual([])
  })

  it('are reported: their number, their size, and what the last clean-up removed', async () => {
    const { read, cleanUp, announced, clock } = start()
    await addAudit([91, 1])
    const before = await read()
    expect(before).toMatchObject({ database: database().dialect, cleaning: false, last_clean_up: null })
    expect(before.kept.find(({ kind }) => kind === 'audit')).toMatchObject({
      days: 90,
      newest: 100_000,
      rows: 2,
    })
    expect(before.bytes).toBeGreaterThan(before.kept.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(Math.min(...before.kept.map(({ bytes }) => bytes))).toBeGreaterThan(0)
    await addBook(database(), 'B000000001')
    clock.advance(60_000)
    await cleanUp(never)
    const after = await read()
    expect(after.last_clean_up).toEqual({ at: clock.read().toISOString(), removed: 1 })
    expect(after.kept.find(({ kind }) => kind === 'audit')?.rows).toBe(1)
    expect(new Set(announced)).toEqual(new Set(['storage']))
  })

  it('are measured once for all callers within ten minutes', async () => {
    const { read, clock } = start()
    const first = await read()
    await addAudit([1])
    clock.advance(9 * 60_000)
    expect((await read()).measured_at).toBe(first.measured_at)
    clock.advance(2 * 60_000)
    expect((await read()).kept.find(({ kind }) => kind === 'audit')?.rows).toBe(1)
  })

  it('are kept as long as configured, and changes of that are logged', async () => {
    const { read, patch, audit } = start()
    const rosa = { id: 'rosa', username: 'Rosa', role: 'admin', root: false } as const
    const by = { ...actor(rosa), address: '203.0.113.7' }
    const limitsOf = async (kind: string) => (await read()).kept.find((one) => one.kind === kind)
    await patch({ timeline: { days: 60, newest: 5000 } }, by)
    expect(await limitsOf('timeline')).toMatchObject({ days: 60, newest: 5000 })
    expect((await audit.list({ limit: 9, offset: 0 })).entries).toMatchObject([
      { kind: 'storage_changed', actor: 'Rosa', detail: 'timeline', address: '203.0.113.7' },
    ])
    await patch({ timeline: null }, by)
    expect(await limitsOf('timeline')).toMatchObject({ days: 365, newest: 200_000 })
  })
})

async function addDeliveries(
  { write, tables }: Database,
  rows: readonly (readonly ['pending' | 'delivered' | 'failed', number])[],
) {
  const { notificationTargets, deliveries, deliveryAttempts } = tables
  const at = ago(500)
  const target = {
    id: 'target',
    name: 'Chat',
    nameKey: 'chat',
    url: '',
    events: [],
    bodyType: 'text' as const,
  }
  await write(async (within) => {
    await within
      .insert(notificationTargets)
      .values({ ...target, body: '', headers: '', enabled: false, createdAt: at, updatedAt: at })
    for (const [state, days] of rows) {
      const id = `${state} ${days}`
      const times = { nextAttemptAt: at, createdAt: at, updatedAt: ago(days) }
      const cause = state === 'failed' ? deliveryCause('answered', { status: 500 }) : null
      const row = {
        id,
        targetId: 'target',
        event: 'onNewRequest' as const,
        message: {},
        state,
        attempts: 1,
      }
      await within.insert(deliveries).values({ ...row, cause, ...times })
      await within
        .insert(deliveryAttempts)
        .values({ id: `attempt at ${id}`, deliveryId: id, at: ago(days), durationMs: 5 })
    }
  })
}

async function addBook(
  database: Database,
  asin: string,
  state?: 'available' | 'not_found' | 'downloading',
): Promise<void> {
  const { fulfilments } = database.tables
  const at = ago(900)
  await database.write(async (within) => {
    await createBooksRepository({ database }).store(within, catalogueBook({ asin }), at)
    if (state) await within.insert(fulfilments).values({ asin, state, createdAt: at, updatedAt: at })
  })
}

async function addTimeline(
  { write, tables: { timeline } }: Database,
  asin: string,
  entries: readonly (readonly [TimelineKind, number])[],
) {
  const rows = entries.map(([kind, days], at) => ({ id: `${asin} ${at}`, asin, kind, at: ago(days) }))
  await write((within) => within.insert(timeline).values(rows))
}

async function timelineOf({ read, tables: { timeline } }: Database, asin: string): Promise<string[]> {
  const rows = await read.select({ asin: timeline.asin, kind: timeline.kind, at: timeline.at }).from(timeline)
  return rows
    .filter((row) => row.asin === asin)
    .sort((one, other) => Number(one.at) - Number(other.at))
    .map(({ kind }) => kind)
}

async function addSearch(
  { write, tables: { releaseSearches, releases } }: Database,
  asin: string,
  search: { id: string; days: number; releases: number; found?: number; state?: 'running' | 'failed' },
) {
  const { id, days, state = 'finished', found = search.releases } = search
  const rows = Array.from({ length: search.releases }, (_, at) => {
    const facts = releaseAt(at)
    const metadata = {
      title: facts.title,
      subtitle: null,
      authors: [],
      narrators: [],
      filetype: 'm4b' as const,
    }
    return { searchId: id, rank: at + 1, guid: facts.guid, indexerId: 1, facts, metadata, verdict: VERDICT }
  })
  await write(async (within) => {
    await within.insert(releaseSearches).values({
      id,
      asin,
      state,
      indexers: [],
      found,
      cause: state === 'failed' ? causeOf('search_interrupted') : null,
      startedAt: ago(days),
      finishedAt: state === 'running' ? null : ago(days),
    })
    if (rows.length > 0) await within.insert(releases).values(rows)
  })
}

const VERDICT = {
  accepted: true,
  automatic: true,
  score: 60,
  score_parts: { match: 40, narrator: 0, format: 10, flags: 0, indexer: 0, fit: 5, seeders: 5, age: 0 },
  reasons: [],
}

async function addGrab({ write, tables: { grabs } }: Database, asin: string, searchId: string) {
  const facts = releaseAt(0)
  await write((within) =>
    within.insert(grabs).values({
      id: 'grab',
      asin,
      guid: facts.guid,
      indexerId: 1,
      title: facts.title,
      facts,
      searchId,
      state: 'grabbed',
      createdAt: ago(300),
      updatedAt: ago(300),
    }),
  )
}

async function searchIds({ read, tables: { releaseSearches } }: Database): Promise<string[]> {
  const rows = await read.select({ id: releaseSearches.id }).from(releaseSearches)
  return rows.map(({ id }) => id).sort()
}
