import { describe, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { useToastsStore } from '#client/ui/toasts'
import type { SourcesDto } from '#contract/fulfilment'
import type { ReasonDto } from '#contract/releases'
import type { Answer } from '#tests/client/support/fakeServer'
import { empty, fakeServer, json, nothing, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aRelease, aSession, aUser, aVerdict, someSources } from '#tests/client/support/samples'

const wrongVolume: ReasonDto = {
  code: 'volume_differs',
  params: { volume: '3', wanted: '1' },
  text: 'wrong volume: 3',
  effect: 'reject',
}
const refused = aRelease({
  guid: 'https://indexer.invalid/2',
  title: 'The Quiet Tide 03',
  verdict: aVerdict({ accepted: false, automatic: false, score: 12, reasons: [wrongVolume] }),
})

async function start(sources: SourcesDto | (() => Response), answers: Record<string, Answer> = {}) {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role: 'admin' }) })),
    'GET /api/requests/{}/sources': () => (typeof sources === 'function' ? sources() : json(sources)),
    'GET /api/requests/{}/searches': () => json([]),
    ...answers,
  })
  // The landmark of the layout that open menus belong to.
  document.body.innerHTML = '<div id="main"></div>'
  const { wrapper } = await mountApp({ server, at: '/book/B000000001/releases' })
  await settle()
  /** Looks on the whole page, because open menus and questions are outside the app's element. */
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find(
      (found) => (found.getAttribute('aria-label') ?? found.textContent.trim()) === name,
    )
  async function press(name: string) {
    const found = button(name)
    if (!found) throw new Error(`There is no button ${name}`)
    found.click()
    await settle()
  }
  /** Chooses an item in the menu of a release. */
  async function choose(name: string, release = 'The Quiet Tide by Ada Reed [M4B]') {
    await press(`More actions for ${release}`)
    await press(name)
  }
  async function unfold(words: string) {
    const details = wrapper.findAll('details').find((found) => found.text().startsWith(words))
    details?.element.setAttribute('open', '')
    await details?.trigger('toggle')
    await settle()
  }
  const rows = () => wrapper.findAll('tbody > tr').filter((row) => row.find('h3').exists())
  return { server, wrapper, press, choose, unfold, button, rows }
}

describe('the releases of a book', () => {
  it('are shown with their details, the rejected ones collapsed with their reasons', async () => {
    const { wrapper, rows, unfold } = await start(someSources({ sources: [refused, aRelease()] }))
    const [accepted, ...more] = rows().map((row) => row.text())
    expect(accepted).toContain('412 MB')
    expect(accepted).toContain('12')
    expect(more).toEqual([])
    await unfold('One rejected')
    const [first, last] = rows().map((row) => row.text())
    expect(first).toBe(accepted)
    expect(last).toContain('wrong volume: 3')
    expect(wrapper.findAll('table')).toHaveLength(2)
  })

  it('show the name as it was read if its source added more', async () => {
    const posted = aRelease({
      guid: 'https://indexer.invalid/3',
      title: 'REQ: Ada Reed - The Quiet Tide [05/60] "Quiet.par2" yEnc',
      book_metadata: { ...aRelease().book_metadata, read_as: 'Ada Reed - The Quiet Tide' },
    })
    const { rows } = await start(someSources({ sources: [aRelease(), posted] }))
    const texts = rows().map((row) => row.text())
    expect(texts.map((row) => row.includes('Read as: Ada Reed - The Quiet Tide'))).toEqual([false, true])
    expect(texts[1]).toContain('[05/60]')
  })

  it('say why an accepted one is never grabbed automatically', async () => {
    const alone: ReasonDto = {
      code: 'not_corroborated',
      params: {},
      text: 'only the title',
      effect: 'neutral',
    }
    const numbered: ReasonDto = {
      code: 'number_only',
      params: {},
      text: 'named by its number in the series',
      effect: 'neutral',
    }
    const sources = [alone, numbered].map((reason, at) =>
      aRelease({ guid: `g${at}`, verdict: aVerdict({ automatic: false, reasons: [reason] }) }),
    )
    const { rows } = await start(someSources({ sources }))
    const [first, second] = rows().map((row) => row.text())
    expect(first).toContain('Only the title says that this is the book')
    expect(second).toContain('It is not certain that this is the book')
  })

  it('show the objections at once, and the rest when unfolded', async () => {
    const narrator: ReasonDto = {
      code: 'narrator_matches',
      params: { narrator: 'June Hart' },
      text: 'narrator matches: June Hart',
      effect: 'bonus',
    }
    const bitrate: ReasonDto = {
      code: 'bitrate_out_of_range',
      params: { kbits: 32, from: 64, to: 128 },
      text: '32 kbit/s, not within 64 to 128',
      effect: 'penalty',
    }
    const sources = [aRelease({ verdict: aVerdict({ reasons: [narrator, bitrate] }) })]
    const { rows, unfold } = await start(someSources({ sources }))
    expect(
      rows()[0]
        ?.findAll('li')
        .map((reason) => reason.text()),
    ).toHaveLength(1)
    expect(rows()[0]?.text()).not.toContain('narrator matches')
    await unfold('The best release found')
    expect(rows()[0]?.text()).toContain('narrator matches: June Hart')
  })

  it('are sorted by the heading of a column, and reversed by the same again', async () => {
    const sources = [
      aRelease({ guid: 'g1', title: 'Tide 10', size: 300 }),
      aRelease({ guid: 'g2', title: 'Tide 9', size: null }),
      aRelease({ guid: 'g3', title: 'Quiet', size: 500 }),
    ]
    const { wrapper, rows, press } = await start(someSources({ sources }))
    const titles = () => rows().map((row) => row.get('h3').text())
    const sorted = () =>
      wrapper.findAll('th').flatMap((head) => {
        const by = head.attributes('aria-sort')
        return by === 'none' || by === undefined ? [] : [`${head.text()} ${by}`]
      })
    expect(titles()).toEqual(['Tide 10', 'Tide 9', 'Quiet'])
    expect(sorted()).toEqual(['Score descending'])
    await press('Size')
    expect(titles()).toEqual(['Quiet', 'Tide 10', 'Tide 9'])
    await press('Size')
    expect(titles()).toEqual(['Tide 10', 'Quiet', 'Tide 9'])
    expect(sorted()).toEqual(['Size ascending'])
    await press('Release')
    expect(titles()).toEqual(['Quiet', 'Tide 9', 'Tide 10'])
    expect(rows().map((row) => row.text().includes('Best'))).toEqual([false, false, true])
  })

  it('show the rejected ones if there are no others', async () => {
    const { rows } = await start(someSources({ sources: [refused] }))
    expect(rows()).toHaveLength(1)
  })

  it('say how many indexers have answered, and which failed', async () => {
    const cause = { code: 'no_answer_within', params: { seconds: 60 } } as const
    const { wrapper } = await start(
      someSources({
        state: 'querying',
        sources: [],
        indexers: [
          { id: 1, name: 'Spoken Shelf', state: 'answered', found: 0, error: null, cause: null },
          { id: 2, name: 'Usenet Library', state: 'asking', found: 0, error: null, cause: null },
          { id: 3, name: 'Old Tapes', state: 'failed', found: 0, error: 'in the server’s words', cause },
        ],
      }),
    )
    expect(wrapper.text()).toContain('2 of 3 answered')
    expect(wrapper.text()).toContain('Spoken Shelf: nothing')
    expect(wrapper.text()).toContain('Old Tapes: no answer within 60 s')
    expect(wrapper.text()).not.toContain('in the server’s words')
  })

  it('distinguish nothing found from a failure to ask', async () => {
    const nothingThere = await start(someSources({ sources: [] }))
    expect(nothingThere.wrapper.text()).toContain('No release found')
    const message = '1 of 1 failed: Spoken Shelf'
    const failed = await start(someSources({ sources: [], error_message: message }))
    expect(failed.wrapper.text()).toContain(message)
    expect(failed.wrapper.text()).not.toContain('No release found')
  })

  it('say when the book comes out as a date of the reader', async () => {
    const cause = { code: 'not_released', params: { date: '2027-03-02' } } as const
    const error_message = 'It comes out on 2027-03-02 and is not searched for before then.'
    const { wrapper } = await start(someSources({ sources: [], error_message, cause }))
    expect(wrapper.text()).toContain('It comes out on 2 Mar 2027 and is not searched for before then.')
  })

  it('are searched when someone opens the page, unless they were found recently', async () => {
    let searched = false
    const { server, wrapper } = await start(
      () => json(someSources({ state: searched ? 'querying' : 'uncached', sources: [], indexers: [] })),
      {
        'POST /api/requests/{}/refresh': () => {
          searched = true
          return empty(202)
        },
      },
    )
    expect(server.called('POST /api/requests/{}/refresh').map(({ query }) => String(query))).toEqual([''])
    expect(wrapper.text()).toContain('Searching the indexers')
    const found = await start(someSources())
    expect(found.server.called('POST /api/requests/{}/refresh')).toEqual([])
  })

  it('lead to the settings if Prowlarr is not set up', async () => {
    const cause = causeOf('to_be_set_up', { service: 'Prowlarr' })
    const { wrapper } = await start(() =>
      problem({ status: 400, code: 'not_ready', detail: 'Set up Prowlarr first.', cause }),
    )
    expect(wrapper.text()).toContain('Set up indexers')
  })

  it('are not asked for while it is known that no search is possible', async () => {
    const notice = { code: 'prowlarr_off', text: 'No.', params: {}, settings: [] }
    const noticed = { 'GET /api/system/notices': () => json([notice]) }
    const { wrapper, server } = await start(someSources(), noticed)
    expect(wrapper.text()).toContain('Set up indexers')
    expect(server.called('POST /api/requests/{}/refresh')).toEqual([])
    expect(server.called('GET /api/requests/{}/sources')).toEqual([])
  })

  it('are grabbed with one click', async () => {
    const { server, press, wrapper } = await start(someSources())
    server.answers['POST /api/requests/{}/download'] = nothing
    await press('Grab The Quiet Tide by Ada Reed [M4B]')
    expect(server.called('POST /api/requests/{}/download').at(0)?.body).toEqual({
      guid: 'https://indexer.invalid/1',
      indexer_id: 1,
    })
    expect(wrapper.text()).toContain('Sent to the download client')
  })

  it('are grabbed against their verdict only after the reasons were shown', async () => {
    const { server, press } = await start(someSources({ sources: [refused] }))
    server.answers['POST /api/requests/{}/download'] = nothing
    await press('Grab The Quiet Tide 03')
    expect(server.called('POST /api/requests/{}/download')).toHaveLength(0)
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('wrong volume: 3')
    await press('Grab anyway')
    expect(server.called('POST /api/requests/{}/download')).toHaveLength(1)
  })

  it('say why a grab failed', async () => {
    const { server, press, wrapper } = await start(someSources())
    server.answers['POST /api/requests/{}/download'] = () =>
      problem({ status: 502, code: 'no_download_client', detail: 'Prowlarr has no download client.' })
    await press('Grab The Quiet Tide by Ada Reed [M4B]')
    expect(wrapper.text()).toContain('Prowlarr has no download client.')
  })

  it('are not grabbed twice', async () => {
    const { button } = await start(someSources({ sources: [aRelease({ grab: 'grabbed' })] }))
    expect(button('Grab The Quiet Tide by Ada Reed [M4B]')?.hasAttribute('disabled')).toBe(true)
  })

  it('can be blocked for this book and allowed again', async () => {
    const { server, choose } = await start(someSources())
    server.answers['POST /api/requests/{}/blocklist'] = nothing
    server.answers['DELETE /api/requests/{}/blocklist'] = nothing
    server.answers['GET /api/requests/{}/sources'] = () =>
      json(someSources({ sources: [aRelease({ blocked: true })] }))
    await choose('Block')
    expect(server.called('POST /api/requests/{}/blocklist').at(0)?.body).toMatchObject({ indexer_id: 1 })
    await choose('Unblock')
    expect(server.called('DELETE /api/requests/{}/blocklist')).toHaveLength(1)
  })

  it('can be marked as another book, which differs from blocking', async () => {
    const { server, choose, wrapper } = await start(someSources())
    server.answers['POST /api/requests/{}/blocklist'] = nothing
    await choose('This is another book')
    await choose('Block')
    const sent = server.called('POST /api/requests/{}/blocklist').map(({ body }) => body)
    expect(sent).toEqual([
      expect.objectContaining({ indexer_id: 1, reason: 'another_book' }),
      expect.objectContaining({ indexer_id: 1, reason: 'unwanted' }),
    ])
    expect(wrapper.text()).toContain('Blocked as another book: The Quiet Tide')
  })

  it.each([
    ['marta', 'right', 'Grabbed anyway by you'],
    ['anna', 'right', 'Grabbed anyway by anna'],
    ['marta', 'another_book', 'You said: another book'],
    ['anna', 'another_book', 'anna said: another book'],
    ['anna', 'unwanted', 'Blocked for this book by anna'],
  ] as const)('show the ruling by %s: %s', async (actor, said, words) => {
    const judged = { said, actor, at: '2026-01-02T00:00:00Z' }
    const { rows } = await start(someSources({ sources: [aRelease({ judged, blocked: said !== 'right' })] }))
    expect(rows()[0]?.text()).toContain(words)
  })

  it.each(['right', 'another_book'] as const)('let people revoke a ruling: %s', async (said) => {
    const judged = { said, actor: 'anna', at: '2026-01-02T00:00:00Z' }
    const { server, press, button, rows, wrapper } = await start(
      someSources({ sources: [aRelease({ judged, blocked: said !== 'right' })] }),
    )
    server.answers['DELETE /api/requests/{}/judged-pairs'] = nothing
    server.answers['GET /api/requests/{}/sources'] = () => json(someSources())
    await press('More actions for The Quiet Tide by Ada Reed [M4B]')
    expect(button('This is another book') !== undefined).toBe(said === 'right')
    await press('Undo the ruling')
    expect(server.called('DELETE /api/requests/{}/judged-pairs').at(0)?.body).toEqual({
      guid: 'https://indexer.invalid/1',
      indexer_id: 1,
    })
    expect(wrapper.text()).toContain('Ruling undone: The Quiet Tide')
    expect(rows()[0]?.text()).not.toContain('anna')
  })

  it('are grabbed against a ruling only after it was shown', async () => {
    const judged = { said: 'another_book', actor: 'anna', at: '2026-01-02T00:00:00Z' } as const
    const { press } = await start(someSources({ sources: [aRelease({ judged, blocked: true })] }))
    await press('Grab The Quiet Tide by Ada Reed [M4B]')
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('anna said: another book')
  })

  it('is no longer the best one after it was grabbed and has failed', async () => {
    const next = aRelease({ guid: 'https://indexer.invalid/3', title: 'The Quiet Tide [MP3]' })
    const { rows } = await start(someSources({ sources: [aRelease({ grab: 'reverted' }), next] }))
    const badges = rows().map((row) => row.findAll('p:first-child > span').map((badge) => badge.text()))
    expect(badges).toEqual([['Sent earlier'], ['Best']])
    expect(rows()[0]?.text()).toContain('never grabbed automatically again')
  })

  it('does not look in progress if it could not be sent', async () => {
    const { wrapper } = await start(someSources({ sources: [aRelease({ grab: 'rejected' })] }))
    const badge = wrapper.findAll('tbody span').find((span) => span.text() === 'Could not be sent')
    expect(badge?.classes()).toContain('text-failed')
    expect(badge?.classes()).not.toContain('text-working')
  })

  it('is rejected as soon as a person does not want it, and accepted again once they do', async () => {
    const next = aRelease({ guid: 'https://indexer.invalid/3', title: 'The Quiet Tide [MP3]' })
    const blocked = await start(someSources({ sources: [aRelease({ blocked: true }), next] }))
    expect(blocked.rows()[0]?.text()).toContain('The Quiet Tide [MP3]')
    expect(blocked.rows()[0]?.text()).toContain('Best')
    const wasBlocked = aVerdict({
      accepted: false,
      reasons: [{ code: 'blocked', params: {}, text: 'blocked for this book', effect: 'reject' }],
    })
    const allowed = await start(
      someSources({ sources: [aRelease({ verdict: wasBlocked, acceptable: true })] }),
    )
    expect(allowed.wrapper.text()).not.toContain('rejected')
    expect(allowed.wrapper.text()).not.toContain('blocked for this book')
  })

  it('of a former search can be viewed', async () => {
    const { server, wrapper } = await start(someSources())
    server.answers['GET /api/requests/{}/searches'] = () =>
      json(
        ['search-2', 'search-1'].map((id) => ({
          id,
          state: 'finished',
          actor: null,
          started_at: '2026-01-02T00:00:00Z',
          finished_at: '2026-01-02T00:01:00Z',
          found: 3,
          accepted: 1,
          error: null,
          indexers: [],
        })),
      )
    server.answers['POST /api/requests/{}/refresh'] = () => empty(202)
    await wrapper
      .findAll('button')
      .find((found) => found.text() === 'Search again')
      ?.trigger('click')
    await settle()
    expect(server.called('POST /api/requests/{}/refresh')).toHaveLength(1)
    expect(useToastsStore().toasts).toEqual([])
    await wrapper.get('select').setValue('search-1')
    await settle()
    expect(server.called('GET /api/requests/{}/sources').at(-1)?.query.get('search_id')).toBe('search-1')
  })
})

it('show people’s wishes above the verdicts', async () => {
  const conditions = {
    narrator: 'June Hart',
    unabridged: true,
    language: null,
    max_size_mb: null,
    format: null,
  }
  const { wrapper } = await start(someSources({ conditions }))
  expect(wrapper.text()).toContain('Wishes: narrated by June Hart, unabridged')
})
