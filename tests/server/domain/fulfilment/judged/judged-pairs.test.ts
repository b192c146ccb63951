import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { BlockReason } from '#contract/judged-pairs'
import { createJudgedPairsRepository } from '#server/domain/fulfilment/judged/judged-pairs.repository'
import { createReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { readCases } from '#scripts/lib/eval-cases'
import { WEIGHTS_FILE } from '#scripts/ranking/sources'
import {
  ASIN,
  fulfilmentOver,
  handDriven,
  lesser,
  offer,
  otherBook,
  type TestFulfilment,
} from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { onEachDatabase } from '#tests/support/databases'
import { createTestRepositories } from '#tests/support/fulfilment'

const ANNA = { username: 'anna' }
const BERT = { username: 'bert' }
const idOf = (guid: string) => ({ guid, indexerId: offer().indexer_id })

onEachDatabase('an administrator’s ruling on a release', (database) => {
  let server: TestFulfilment

  beforeEach(async () => {
    const driven = handDriven()
    driven.behaviour.search = async () => [offer(), lesser('second'), otherBook()]
    server = fulfilmentOver(database(), { driven })
    await server.want({}, 'pending')
    await search()
  })

  const pairs = (kept?: number) =>
    createJudgedPairsRepository({ database: database(), ...(kept !== undefined && { kept }) })
  const allPairs = async () => pairs().read(await pairs().listIds())
  const releases = () => createReleasesRepository({ database: database() })

  /** @returns the verdicts of a new search, by guid. */
  async function search() {
    const book = await createTestRepositories(database()).searches.findBook(ASIN)
    if (!book) throw new Error('There is no book')
    // Later, but by too little to count as older in the ranking.
    server.clock.advance(1)
    const request = { actor: 'anna', notBefore: server.clock.read() }
    const { id } = await server.releaseSearch.complete(book, request, new AbortController().signal)
    const found = await releases().list(id)
    return new Map(found.map(({ facts, verdict }) => [facts.guid, verdict]))
  }
  const block = (guid: string, reason: BlockReason, person = ANNA) =>
    server.blocklist.block(person, ASIN, { ...idOf(guid), title: `title of ${guid}`, reason })
  const said = async () =>
    (await pairs().listOf(ASIN)).map(({ guid, said: what, actor }) => `${guid} ${what} ${actor}`).sort()
  const blocked = async () => (await releases().listBlocked(ASIN)).map(({ guid }) => guid)

  it('is stored with the book, the release and the verdict at the time', async () => {
    await server.manualGrab('anna', ASIN, idOf('other'))
    expect(await allPairs()).toEqual([
      {
        said: 'right',
        book: expect.objectContaining({
          title: 'The Salt Road',
          authors: ['Ada Moor'],
          narrators: ['Ben Hale'],
        }),
        offer: expect.objectContaining({ title: otherBook().title, seeders: 20, categories: [3030] }),
        verdict: expect.objectContaining({ accepted: false, automatic: false }),
      },
    ])
    expect((await pairs().listOf(ASIN))[0]).toEqual({
      ...idOf('other'),
      said: 'right',
      actor: 'anna',
      at: server.clock.read(),
    })
    expect(JSON.stringify((await allPairs())[0]?.offer)).not.toContain('indexer.invalid')
  })

  it('is not stored for a grab of an accepted release', async () => {
    await server.manualGrab('anna', ASIN, idOf('good'))
    expect(await said()).toEqual([])
  })

  it('is not stored if the grab itself is refused', async () => {
    await server.manualGrab('anna', ASIN, idOf('other'))
    await block('other', 'another_book', BERT)
    await expect(server.manualGrab('anna', ASIN, idOf('other'))).rejects.toMatchObject({
      code: 'already_grabbed',
    })
    expect(await said()).toEqual(['other another_book bert'])
    expect(await blocked()).toEqual(['other'])
  })

  it('blocks a release for being another book or unwanted, and distinguishes the two', async () => {
    await block('good', 'another_book')
    await block('second', 'unwanted')
    expect(await said()).toEqual(['good another_book anna', 'second unwanted anna'])
    expect((await blocked()).sort()).toEqual(['good', 'second'])
    const entries = (await server.timeline.list(ASIN)).filter(({ kind }) => kind === 'release_blocked')
    expect(entries.map(({ detail }) => detail?.cause?.code)).toEqual(['another_book', undefined])
  })

  it('is replaced by a newer one, with the verdict from before the block', async () => {
    await block('good', 'unwanted')
    const [before] = await allPairs()
    expect((await search()).get('good')).toMatchObject({ accepted: false, automatic: false })
    await block('good', 'another_book', BERT)
    expect(await said()).toEqual(['good another_book bert'])
    expect((await allPairs())[0]?.verdict).toEqual(before?.verdict)
    expect(before?.verdict).toMatchObject({ accepted: true, automatic: true })
  })

  it('is reversed when one grabs what another blocked, which is allowed again', async () => {
    await block('good', 'another_book')
    await server.manualGrab('bert', ASIN, idOf('good'))
    expect(await said()).toEqual(['good right bert'])
    expect(await blocked()).toEqual([])
  })

  it('is deleted when the release is allowed again', async () => {
    await block('good', 'another_book')
    await server.blocklist.unblock(BERT, ASIN, idOf('good'))
    expect([await said(), await blocked()]).toEqual([[], []])
  })

  it('can be taken back, with the block but without the grab', async () => {
    await block('good', 'another_book')
    await server.manualGrab('anna', ASIN, idOf('other'))
    for (const guid of ['good', 'other', 'second']) await server.judgedPairs.withdraw(BERT, ASIN, idOf(guid))
    expect([await said(), await blocked()]).toEqual([[], []])
    expect(await server.grabs()).toEqual(['other grabbed'])
    expect(await server.history()).toContain('release_unblocked')
    await expect(server.judgedPairs.withdraw(BERT, 'B0NOTHERE1', idOf('good'))).rejects.toMatchObject({
      code: 'not_requested',
    })
  })

  it('is not stored for a release that no search found, which is still blocked', async () => {
    await block('unheard of', 'another_book')
    expect([await said(), await blocked()]).toEqual([[], ['unheard of']])
  })

  it('stays when its book is deleted', async () => {
    await block('good', 'another_book')
    const { audiobooks } = database().tables
    await database().write((within) => within.delete(audiobooks))
    expect(await said()).toEqual(['good another_book anna'])
    expect(await blocked()).toEqual([])
  })

  it('is one of a limited number, of which the oldest are deleted', async () => {
    await block('good', 'another_book')
    const [pair] = await allPairs()
    if (!pair) throw new Error('There is no pair')
    const save = (guid: string) => {
      server.clock.advance(1000)
      const at = server.clock.read()
      return database().write((within) =>
        pairs(3).save(within, { ...pair, ...idOf(guid), asin: ASIN, actor: 'anna', at }),
      )
    }
    for (const guid of ['second', 'third', 'second', 'fourth']) await save(guid)
    const kept = (await pairs().listOf(ASIN)).map(({ guid }) => guid)
    expect(kept.sort()).toEqual(['fourth', 'second', 'third'])
  })

  it('is listed completely and in order, however many there are', async () => {
    await block('good', 'another_book')
    const [pair] = await allPairs()
    if (!pair) throw new Error('There is no pair')
    await server.judgedPairs.withdraw(ANNA, ASIN, idOf('good'))
    const titles = Array.from({ length: 61 }, (_, at) => `release ${String(at)}`)
    await database().write(async (within) => {
      for (const [at, title] of titles.entries()) {
        // Three with the same time, so that a page ends in the middle of them.
        const time = new Date(server.clock.read().getTime() + Math.floor(at / 3) * 1000)
        const named = { ...pair, offer: { ...pair.offer, title } }
        await pairs().save(within, { ...named, ...idOf(title), asin: ASIN, actor: 'anna', at: time })
      }
    })
    const listed = (await allPairs()).map(({ offer: { title } }) => title)
    expect(listed.toSorted()).toEqual(titles.toSorted())
    const moments = listed.map((title) => Math.floor(titles.indexOf(title) / 3))
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  })

  it('is exported once, even if it changes meanwhile', async () => {
    await block('good', 'another_book')
    const [pair] = await allPairs()
    if (!pair) throw new Error('There is no pair')
    const save = (name: string) =>
      database().write((within) => {
        server.clock.advance(1000)
        const named = { ...pair, offer: { ...pair.offer, title: name } }
        const at = server.clock.read()
        return pairs().save(within, { ...named, ...idOf(name), asin: ASIN, actor: 'anna', at })
      })
    await server.judgedPairs.withdraw(ANNA, ASIN, idOf('good'))
    const names = Array.from({ length: 150 }, (_, at) => `release ${at}`)
    for (const name of names) await save(name)
    let text = ''
    for await (const lines of server.judgedPairs.exportLines()) {
      if (text === '') await save('release 0')
      text += lines
    }
    expect(text.match(/release \d+/g)).toEqual(names)
  })

  it('is exported as names for the evaluation, and nothing else', async () => {
    await block('good', 'another_book')
    await server.manualGrab('anna', ASIN, idOf('other'))
    await block('second', 'unwanted')
    let text = ''
    for await (const lines of server.judgedPairs.exportLines()) text += lines
    for (const hidden of ['anna', 'good"', 'indexer.invalid', 'Spoken Shelf', ASIN, '576000000']) {
      expect(text).not.toContain(hidden)
    }
    const folder = await mkdtemp(join(tmpdir(), 'earmark-judged-'))
    try {
      await writeFile(join(folder, 'export.jsonl'), text)
      const cases = await readCases(folder)
      const read = cases.map(({ release, isSameBook, wanted }) => [release.title, isSameBook, wanted.author])
      expect(read).toHaveLength(3)
      expect(read).toContainEqual([offer().title, false, 'Ada Moor'])
      expect(read).toContainEqual([otherBook().title, true, 'Ada Moor'])
      expect(read).toContainEqual([lesser('second').title, null, 'Ada Moor'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('changes neither the weights nor any other verdict', async () => {
    const weights = await readFile(WEIGHTS_FILE, 'utf8')
    const before = await search()
    await server.manualGrab('anna', ASIN, idOf('other'))
    await block('second', 'another_book')
    const [pair] = await allPairs()
    if (!pair) throw new Error('There is no pair')
    // For other books, people rule the opposite of the verdicts on releases with exactly these names.
    await database().write(async (within) => {
      for (const { guid, title } of [offer(), lesser('second'), otherBook()]) {
        const opposite = before.get(guid)?.accepted === true ? ('another_book' as const) : ('right' as const)
        const named = { ...pair, said: opposite, offer: { ...pair.offer, title } }
        for (const actor of ['anna', 'bert', 'cora']) {
          const at = server.clock.read()
          await pairs().save(within, { ...named, ...idOf(guid), asin: `B0OTHER${actor}`, actor, at })
        }
      }
    })
    const after = await search()
    expect(after.get('good')).toEqual(before.get('good'))
    expect(after.get('other')).toEqual(before.get('other'))
    // Blocked, and no other reason.
    const { reasons = [] } = after.get('second') ?? {}
    expect(reasons.map(({ code }) => code)).toContain('blocked')
    expect(reasons.filter(({ code }) => code !== 'blocked')).toEqual(before.get('second')?.reasons)
    await server.judgedPairs.withdraw(ANNA, ASIN, idOf('second'))
    expect((await search()).get('second')).toEqual(before.get('second'))
    expect(await readFile(WEIGHTS_FILE, 'utf8')).toBe(weights)
  })
})
