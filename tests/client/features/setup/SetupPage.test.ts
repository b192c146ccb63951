import { describe, expect, it } from 'vitest'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import type { SessionDto } from '#contract/auth'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, later, nothing, problem } from '#tests/client/support/fakeServer'
import { anIndexer, PROWLARR_ENTRIES } from '#tests/client/support/indexerSamples'
import { aTarget } from '#tests/client/support/notificationSamples'
import { aConnection } from '#tests/client/support/openConnections'
import { arrive, openPage } from '#tests/client/support/openPage'
import { aSession, aUser } from '#tests/client/support/samples'

/** A server that is not set up. */
const EMPTY: Record<string, Answer> = {
  'GET /api/settings/account': () => json({ has_password: true, default_region: null }),
  'PATCH /api/settings/account': () => json({ has_password: true, default_region: 'de' }),
  'GET /api/settings/download': () => json(DEFAULT_DOWNLOAD_SETTINGS),
  'GET /api/indexers': () =>
    json([anIndexer({ settings: { prowlarr_base_url: null, prowlarr_api_key: null } })]),
  'GET /api/indexers/configurations': () => json({ Prowlarr: PROWLARR_ENTRIES }),
  'GET /api/indexers/{}/address': () => json({ settings: {} }),
  'GET /api/connections': () => json([]),
  'GET /api/connections/drivers': () => json([]),
  'GET /api/settings/notifications': () => json([]),
  'GET /api/users': () => json({ users: [], total: 1 }),
  'GET /api/invitations': () => json({ invitations: [], total: 0 }),
}

async function open(answers: Record<string, Answer> = {}, at = '/setup', session: Partial<SessionDto> = {}) {
  const page = await openPage(at, { user: { role: 'admin' }, answers: { ...EMPTY, ...answers }, session })
  await arrive()
  const links = () =>
    [...document.body.querySelectorAll('[aria-label="Setup steps"] a')].map(({ textContent }) =>
      textContent?.trim(),
    )
  return { ...page, links }
}

describe('the set-up', () => {
  it('begins with the first step, and continues whether or not that is done', async () => {
    const { path, press, find } = await open({}, '/setup?step=indexer')
    await press('Skip')
    expect(path()).toBe('/setup?step=download_client')
    await press('Back')
    await press('Back')
    expect(path()).toBe('/setup?step=region')
    expect(find('button', 'Back')).toBeNull()
  })

  it('takes the server’s initial region as chosen if the person continues', async () => {
    const { path, press, server, text } = await open({}, '/setup', { default_region: 'de' })
    expect(path()).toBe('/setup?step=region')
    expect(text()).toContain('Server default (Germany)')
    await press('Next')
    expect(server.called('PATCH /api/settings/account')[0]?.body).toEqual({ default_region: 'de' })
    expect(path()).toBe('/setup?step=indexer')
    expect(text()).not.toContain('Your searches now start')
  })

  it('resumes at the first step that is not done', async () => {
    const { path, links } = await open({
      'GET /api/settings/account': () => json({ has_password: true, default_region: 'de' }),
      'GET /api/indexers': () => json([anIndexer()]),
    })
    expect(path()).toBe('/setup?step=download_client')
    expect(links()).toEqual(expect.arrayContaining(['Region and languages(done)', '4Library']))
  })

  it('does not count Prowlarr as done while it is off', async () => {
    const { path } = await open({
      'GET /api/settings/account': () => json({ has_password: true, default_region: 'de' }),
      'GET /api/indexers': () => json([anIndexer({ enabled: false })]),
    })
    expect(path()).toBe('/setup?step=indexer')
  })

  it('saves the languages that may be grabbed', async () => {
    const { fill, field, press, submitWith, server, find } = await open({
      'PATCH /api/settings/download': () => json({ ...DEFAULT_DOWNLOAD_SETTINGS, languages: ['de'] }),
    })
    expect(find('button', 'Save languages')).toBeNull()
    expect(field('Language').value).toBe('en')
    await fill('Language', 'de')
    await press('Add: Language')
    await submitWith('Language')
    expect(server.called('PATCH /api/settings/download')[0]?.body).toEqual({ languages: ['de'] })
  })

  it('turns automatic download on if the indexers are set up', async () => {
    let saved = DEFAULT_DOWNLOAD_SETTINGS
    const { press, text, server } = await open(
      {
        'GET /api/settings/download': () => json(saved),
        'PATCH /api/settings/download': () => {
          saved = { ...saved, auto_download: true }
          return json(saved)
        },
      },
      '/setup?step=indexer',
    )
    expect(text()).toContain('Nothing is downloaded automatically.')
    await press('Automatic download')
    expect(server.called('PATCH /api/settings/download')[0]?.body).toEqual({ auto_download: true })
    expect(text()).toContain('its best release is grabbed automatically')
  })

  it('does not ask Prowlarr for its indexers before it has an address', async () => {
    const { server, text } = await open({}, '/setup?step=indexer')
    expect(text()).not.toContain('Once Prowlarr answers')
    expect(server.called('GET /api/indexers/searchable')).toHaveLength(0)
  })

  it('adds a user without a link', async () => {
    const { server, press, fill, submitWith } = await open(
      { 'POST /api/users': () => json({ username: 'mona', role: 'untrusted' }, { status: 201 }) },
      '/setup?step=people',
    )
    await press('Add user')
    await fill('Username', 'mona')
    await fill('Password', 'a long password of hers')
    await submitWith('Username')
    expect(server.called('POST /api/users').map(({ body }) => body)).toMatchObject([{ username: 'mona' }])
  })

  it('omits invitations if people have no passwords here, and ends', async () => {
    const { path, press, links } = await open({}, '/setup?step=notifications', { login_type: 'none' })
    expect(links()).toHaveLength(5)
    await press('Finish')
    expect(path()).toBe('/')
  })

  it('is hidden from non-administrators', async () => {
    const { text } = await openPage('/setup', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })
})

describe('the address of Prowlarr', () => {
  const located: Answer = () => json({ settings: { prowlarr_base_url: 'http://prowlarr:9696' } })

  it('is offered if Prowlarr was found, and copied into the form', async () => {
    const { press, field, find, text } = await open(
      { 'GET /api/indexers/{}/address': located },
      '/setup?step=indexer',
    )
    expect(text()).toContain('Prowlarr answers at http://prowlarr:9696.')
    await press('Use http://prowlarr:9696')
    expect(field('Base URL (required)').value).toBe('http://prowlarr:9696')
    expect(find('button', 'Use http://prowlarr:9696')).toBeNull()
  })

  it('is not searched if there is one', async () => {
    const { server } = await open({ 'GET /api/indexers': () => json([anIndexer()]) }, '/setup?step=indexer')
    expect(server.called('GET /api/indexers/{}/address')).toHaveLength(0)
  })
})

describe('the card of the set-up on Discover', () => {
  const TITLE = 'Getting started'
  const discover = { ...EMPTY, 'GET /api/recommendations': () => json([]) }
  const openDiscover = async (answers: Record<string, Answer> = {}, started = true) => {
    const user = aUser({ role: 'admin' })
    let shown = started
    const page = await openPage('/', {
      answers: {
        ...discover,
        'GET /api/session': () => json(aSession({ user, getting_started: shown })),
        'DELETE /api/settings/getting-started': () => {
          shown = false
          return nothing()
        },
        ...answers,
      },
    })
    await arrive()
    return page
  }

  it('shows the progress, and leads to the next step', async () => {
    const { text, press, path } = await openDiscover({
      'GET /api/indexers': () => json([anIndexer()]),
    })
    expect(text()).toContain('One of 6 steps is done.')
    await press('Resume setup')
    await arrive()
    expect(path()).toBe('/setup?step=region')
  })

  it('is dismissed on the server', async () => {
    const { text, press, server } = await openDiscover()
    expect(text()).toContain(TITLE)
    await press('Dismiss')
    expect(text()).not.toContain(TITLE)
    expect(server.called('DELETE /api/settings/getting-started')).toHaveLength(1)
  })

  it('stays if the server refused that, and says why', async () => {
    const down = () => problem({ status: 503, code: 'down', detail: 'Down.' })
    const { text, press } = await openDiscover({ 'DELETE /api/settings/getting-started': down })
    await press('Dismiss')
    expect(text()).toContain(TITLE)
    expect(text()).toContain('The card was not dismissed. Down.')
  })

  it('fetches nothing before the rows are there', async () => {
    const rows = later()
    const { text, server } = await openDiscover({ 'GET /api/recommendations': rows.answer })
    expect(server.called('GET /api/connections')).toHaveLength(0)
    rows.give(json([]))
    await arrive()
    expect(text()).toContain(TITLE)
  })

  it('closes automatically once everything is done', async () => {
    const connection = (kind: 'download_client' | 'library') => aConnection({ kind, id: kind, name: kind })
    const { text, server } = await openDiscover({
      'GET /api/settings/account': () => json({ has_password: true, default_region: 'de' }),
      'GET /api/indexers': () => json([anIndexer()]),
      'GET /api/connections': () => json([connection('download_client'), connection('library')]),
      'GET /api/settings/notifications': () => json([aTarget()]),
      'GET /api/users': () => json({ users: [], total: 2 }),
    })
    expect(text()).not.toContain(TITLE)
    expect(server.called('DELETE /api/settings/getting-started')).toHaveLength(1)
  })

  it('is hidden if the server says so', async () => {
    const { text, server } = await openDiscover({}, false)
    expect(text()).not.toContain(TITLE)
    expect(server.called('GET /api/connections')).toHaveLength(0)
  })
})
