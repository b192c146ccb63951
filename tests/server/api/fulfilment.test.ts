import { beforeEach, describe, expect, it } from 'vitest'
import { startProwlarrFake, type ProwlarrFake } from '#fakes/prowlarr'
import { bookDetailsSchema } from '#contract/books'
import { problemSchema } from '#contract/common'
import { serveCatalogue } from '#tests/support/catalogue-server'
import { configureProwlarr, releasesFound } from '#tests/support/prowlarr'

/** A book of the fake catalogue. */
const ASIN = 'EMODD00001'

let prowlarr: ProwlarrFake

const { server, admin, trusted, untrusted, caller, empty } = serveCatalogue()
const other = caller('trusted', 'other')

beforeEach(async () => {
  prowlarr = await startProwlarrFake()
  await empty('audiobooks')
  await configureProwlarr((path, init) => server.fetch(path, { ...init, headers: admin }), prowlarr)
  return () => prowlarr.close()
})

const call = (method: string, path: string, headers = admin, body?: unknown) =>
  server.fetch(`/api/requests/${ASIN}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const request = async (headers = trusted) => expect((await call('POST', '', headers)).status).toBe(201)
/** The outcome of a call: the status, and the code of a problem. */
const outcome = async (answer: Response) =>
  answer.status < 300 ? answer.status : `${answer.status} ${problemSchema.parse(await answer.json()).code}`
const book = async () => {
  const answer = await server.fetch(`/api/books/${ASIN}`, { headers: admin })
  return bookDetailsSchema.parse(await answer.json())
}
const status = async () => (await book()).book.status
const steps = async () => (await book()).timeline.map(({ kind, actor }) => [kind, actor])

/** Runs the work that is due. */
async function work(): Promise<void> {
  await server.app.fulfilment.worker.workDue()
  await server.app.fulfilment.worker.settled()
}

const search = () => releasesFound(() => call('GET', '/sources'))

/** Grabs the first release of the list. */
async function grabFirst() {
  const [first] = await search()
  const release = { guid: first?.guid, indexer_id: first?.indexer_id }
  return { release, answer: await call('POST', '/download', admin, release) }
}

describe('POST …/download', () => {
  it('grabs a release, once, and says who did it', async () => {
    await request()
    const { release, answer } = await grabFirst()
    expect(answer.status).toBe(204)
    expect(prowlarr.grabs).toEqual([{ guid: release.guid, indexerId: release.indexer_id }])
    expect(await status()).toBe('grabbed')
    expect(await steps()).toContainEqual(['grabbed', 'admin'])
    expect(await outcome(await call('POST', '/download', admin, release))).toBe('409 already_grabbed')
    expect(prowlarr.grabs).toHaveLength(1)
    expect((await search())[0]?.grab).toBe('grabbed')
  })

  it('grabs a release that was rejected, also while every request waits for approval', async () => {
    await request(untrusted)
    const rejected = (await search()).find(({ verdict }) => !verdict.accepted)
    const release = { guid: rejected?.guid, indexer_id: rejected?.indexer_id }
    expect(await outcome(await call('POST', '/download', admin, release))).toBe(204)
    expect(await status()).toBe('grabbed')
  })

  it('says for each refusal what to do, and leaves the book unchanged', async () => {
    await request(untrusted)
    const [first] = await search()
    const release = { guid: first?.guid, indexer_id: first?.indexer_id }
    for (const [how, words] of [
      ['rejected', 'the indexer no longer has it'],
      ['no_client', 'Add one in Prowlarr'],
      ['client_unreachable', 'Test it in Prowlarr'],
    ] as const) {
      prowlarr.troubleGrabs({ kind: 'refused', how })
      const answer = await call('POST', '/download', admin, release)
      const problem = problemSchema.parse(await answer.json())
      expect([problem.status, problem.code]).toEqual([502, 'grab_rejected'])
      expect(problem.detail).toContain(words)
      expect(await status()).toBe('waiting_for_approval')
    }
    expect(prowlarr.grabs).toEqual([])
  })

  it('repeats the search and sends the grab once more if Prowlarr has forgotten the release', async () => {
    await request()
    const [first] = await search()
    prowlarr.forget()
    const release = { guid: first?.guid, indexer_id: first?.indexer_id }
    expect(await outcome(await call('POST', '/download', admin, release))).toBe(204)
    expect(prowlarr.grabs).toHaveLength(1)
  })

  it('answers 504 if no answer comes, reconciles the grab, and sends nothing else meanwhile', async () => {
    await request()
    prowlarr.troubleGrabs({ kind: 'after', how: 'lost' })
    const { answer, release } = await grabFirst()
    expect(await outcome(answer)).toBe('504 grab_unconfirmed')
    expect(await status()).toBe('grab_unconfirmed')
    expect(await outcome(await call('POST', '/download', admin, release))).toBe('409 grab_under_way')
    for (const path of ['/revert', '/stop', '/retry', '/auto-download']) {
      expect([path, await outcome(await call('POST', path))]).toEqual([path, '409 grab_under_way'])
    }
    await server.app.database.write(async (within) => {
      const { fulfilments } = server.app.database.tables
      await within.update(fulfilments).set({ nextAttemptAt: new Date(0) })
    })
    await work()
    expect(await status()).toBe('grabbed')
    expect(prowlarr.grabs).toHaveLength(1)
  })

  it('refuses a release that no search of this book found, and anyone but administrators', async () => {
    await request()
    const unknown = { guid: 'unknown', indexer_id: 1 }
    expect(await outcome(await call('POST', '/download', admin, unknown))).toBe('404 release_unknown')
    expect((await call('POST', '/download', trusted, unknown)).status).toBe(403)
  })
})

describe('POST …/auto-download', () => {
  it('searches for the best release and grabs it, even while automatic download is off', async () => {
    await request()
    await work()
    expect(prowlarr.grabs).toEqual([])
    expect(await outcome(await call('POST', '/auto-download', trusted))).toBe(204)
    await work()
    expect(await status()).toBe('grabbed')
    expect(prowlarr.grabs).toHaveLength(1)
    expect(await outcome(await call('POST', '/auto-download', trusted))).toBe('409 not_possible_now')
  })

  it('does not replace approval, whoever calls', async () => {
    await request(untrusted)
    for (const caller of [trusted, admin]) {
      expect(await outcome(await call('POST', '/auto-download', caller))).toBe('409 not_approved')
    }
    await call('POST', '/refresh', trusted)
    await work()
    expect(prowlarr.grabs).toEqual([])
    expect(await status()).toBe('waiting_for_approval')
    await call('POST', '/approve')
    expect(await outcome(await call('POST', '/auto-download'))).toBe(204)
  })

  it('gets members only their own books', async () => {
    await request(untrusted)
    await call('POST', '/approve')
    expect(await outcome(await call('POST', '/auto-download', trusted))).toBe('409 not_approved')
    await work()
    expect(prowlarr.grabs).toEqual([])
    await request(trusted)
    expect(await outcome(await call('POST', '/auto-download', trusted))).toBe(204)
  })

  it('does not lift a stop unless an administrator calls', async () => {
    await request()
    expect(await outcome(await call('POST', '/stop'))).toBe(204)
    expect(await outcome(await call('POST', '/auto-download', trusted))).toBe('409 not_possible_now')
    expect(await outcome(await call('POST', '/auto-download'))).toBe(204)
    expect((await book()).stopped).toBe(false)
  })
})

describe('a status set by people', () => {
  it('PATCH …/downloaded marks it as in the library', async () => {
    expect(await outcome(await call('PATCH', '/downloaded'))).toBe('404 not_requested')
    await request()
    const answer = await call('PATCH', '/downloaded')
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await status()).toBe('available')
    expect((await book()).book.downloaded).toBe(true)
    expect(await steps()).toContainEqual(['available', 'admin'])
    expect((await call('PATCH', '/downloaded', trusted)).status).toBe(403)
  })

  it('…/arrived is for requesters, once a release was grabbed', async () => {
    await request()
    expect(await outcome(await call('POST', '/arrived', trusted))).toBe('409 not_possible_now')
    await grabFirst()
    expect(await outcome(await call('POST', '/arrived', other))).toBe('404 not_requested')
    expect(await outcome(await call('POST', '/arrived', trusted))).toBe(204)
    expect(await status()).toBe('available')
    expect(await outcome(await call('POST', '/arrived', trusted))).toBe(204)
  })

  it('…/failed keeps the requests and the reason, and the release is never grabbed automatically again', async () => {
    await request()
    expect(await outcome(await call('POST', '/failed'))).toBe('409 not_possible_now')
    const { release } = await grabFirst()
    expect(await outcome(await call('POST', '/failed', admin, { reason: 'No seeds.' }))).toBe(204)
    const { book: shown, requests } = await book()
    expect([shown.status, shown.error, requests.length]).toEqual(['failed', 'No seeds.', 1])
    expect(await outcome(await call('POST', '/retry'))).toBe(204)
    await work()
    const again = prowlarr.grabs.filter(({ guid }) => guid === release.guid)
    expect(again).toHaveLength(1)
    await call('POST', '/failed')
    expect(await outcome(await call('POST', '/download', admin, release))).toBe(204)
  })

  it('…/revert sets it back to waiting and keeps the requests', async () => {
    await request()
    expect(await outcome(await call('POST', '/revert'))).toBe('409 not_possible_now')
    await grabFirst()
    expect(await outcome(await call('POST', '/revert'))).toBe(204)
    expect([await status(), (await book()).requests.length]).toEqual(['waiting', 1])
    expect((await search()).map(({ grab }) => grab)).toContain('reverted')
  })

  it('…/stop ends the search until …/retry, now or at a time', async () => {
    await request()
    expect(await outcome(await call('POST', '/stop'))).toBe(204)
    await work()
    expect([await status(), (await book()).stopped]).toEqual(['waiting', true])
    const nextAttempt = new Date(Date.now() + 3_600_000).toISOString()
    expect(await outcome(await call('POST', '/retry', admin, { next_try_at: nextAttempt }))).toBe(204)
    await work()
    expect((await book()).book).toMatchObject({ status: 'waiting', next_try_at: nextAttempt })
    expect(await outcome(await call('POST', '/retry'))).toBe(204)
    await work()
    expect(await status()).toBe('grabbed')
    expect(await outcome(await call('POST', '/retry'))).toBe('409 not_possible_now')
    expect(await outcome(await call('POST', '/stop'))).toBe('409 not_possible_now')
  })

  it('…/confirm-grab settles an unconfirmed grab', async () => {
    await request()
    expect(await outcome(await call('POST', '/confirm-grab', admin, { grabbed: true }))).toBe(
      '409 not_possible_now',
    )
    prowlarr.troubleGrabs({ kind: 'before', mode: { kind: 'reset' } })
    await grabFirst()
    expect(await status()).toBe('grab_unconfirmed')
    expect(await outcome(await call('POST', '/confirm-grab', admin, { grabbed: false }))).toBe(204)
    expect(await status()).toBe('waiting')
    expect(await steps()).toContainEqual(['grab_rejected', 'admin'])
  })
})

describe('…/blocklist', () => {
  it('keeps a release from being grabbed automatically, until it is allowed again', async () => {
    await request()
    const found = await search()
    const best = found[0]
    const release = { guid: best?.guid, indexer_id: best?.indexer_id }
    expect(await outcome(await call('POST', '/blocklist', admin, { ...release, title: best?.title }))).toBe(
      204,
    )
    expect((await search()).find(({ guid }) => guid === best?.guid)?.blocked).toBe(true)
    await call('POST', '/refresh?force_refresh=true')
    await search()
    const judged = (await search()).find(({ guid }) => guid === best?.guid)
    expect(judged?.verdict).toMatchObject({ accepted: false, automatic: false })
    await call('POST', '/auto-download')
    await work()
    expect(prowlarr.grabs.map(({ guid }) => guid)).not.toContain(best?.guid)
    expect(await outcome(await call('DELETE', '/blocklist', admin, release))).toBe(204)
    expect((await search()).find(({ guid }) => guid === best?.guid)?.blocked).toBe(false)
    expect(await steps()).toEqual(
      expect.arrayContaining([
        ['release_blocked', 'admin'],
        ['release_unblocked', 'admin'],
      ]),
    )
  })
})

it('tells open pages what happens to a book', async () => {
  await request()
  const told: string[] = []
  const user = { id: 'a', username: 'a', role: 'admin', root: false } as const
  const page = server.app.live.subscribe(user, {
    signIn: { userId: user.id },
    send: ({ topic }) => told.push(topic),
    check: () => undefined,
    close: () => undefined,
  })
  await grabFirst()
  page.end()
  // The connection is the indexer, which responds now.
  expect(new Set(told)).toEqual(new Set(['connections', 'releases', 'requests']))
})
