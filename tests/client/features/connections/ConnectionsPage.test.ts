import { describe, expect, it } from 'vitest'
import { causeOf, causeText } from '#contract/cause'
import { found, testAnswer } from '#contract/connection-test'
import type { ConnectionDto } from '#contract/connections'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { json, problem } from '#tests/client/support/fakeServer'
import { FakeStream } from '#tests/client/support/fakeStream'
import { aConnection, openConnections } from '#tests/client/support/openConnections'
import { openPage } from '#tests/client/support/openPage'

const FOUND = testAnswer('ok', '5.1.2', found('answers', { server: 'qBittorrent 5.1.2' }))
const at = (hour: string) => `2026-11-21T${hour}:00:00.000Z`

/** A second connection, used after the first. */
const second = () => aConnection({ id: 'home', name: 'At home', priority: 2 })

it.each([
  ['download_client', 'qBittorrent'],
  ['library', 'Shelf'],
] as const)(
  'Connections of the kind %s show since when they answer, and their last error',
  async (kind, driver) => {
    const cause = causeOf('timed_out', { service: driver, seconds: 5 })
    const failed = { last_failure_at: at('08'), error: causeText(cause), cause }
    const up = { reachable: true, since: at('09'), last_ok_at: at('10'), ...failed }
    const { text } = await openConnections({
      kind,
      connections: [
        aConnection({ kind, driver, status: up }),
        { ...second(), kind, driver, status: { ...up, reachable: false, last_ok_at: null } },
        { ...second(), kind, driver, id: 'new', name: 'New' },
      ],
    })
    expect(text()).toMatch(/Reachable since 21 Nov 2026/)
    expect(text()).toMatch(new RegExp(`Last error .+: ${driver} did not answer within 5 seconds\\.`))
    expect(text()).toMatch(/Failing since 21 Nov 2026/)
    expect(text()).toContain('Not contacted yet')
  },
)

describe('download clients', () => {
  it('begin with the choice of a program, whose settings the form asks for', async () => {
    const { text, press, field, fill, submitWith, sent } = await openConnections({ connections: [] })
    expect(text()).toContain('No download client yet')
    expect(text()).not.toContain('Shelf')
    await press('SABnzbd')
    expect(field('Name').value).toBe('SABnzbd')
    await fill('Base URL (required)', 'http://sab:8080')
    await fill('API key (required)', 'a-key')
    await submitWith('Name')
    expect(sent('POST /api/connections')).toEqual([
      [
        '/api/connections',
        { driver: 'SABnzbd', name: 'SABnzbd', settings: { base_url: 'http://sab:8080', api_key: 'a-key' } },
      ],
    ])
    expect(text()).toContain('Saved: Seedbox')
  })

  it('say what a new one lacks before it is sent', async () => {
    const { press, errorAt, fill, submitWith, sent } = await openConnections({ connections: [] })
    await press('SABnzbd')
    await fill('Base URL (required)', 'http://sab:8080')
    await submitWith('Name')
    expect(errorAt('API key (required)')).toBe('Required')
    expect(sent('POST /api/connections')).toEqual([])
  })

  it('keep shared settings when another program is chosen, and have their own names', async () => {
    const { press, field, fill, find } = await openConnections({
      connections: [aConnection({ name: 'sabnzbd' })],
    })
    await press('Add download client')
    await fill('Base URL (required)', 'http://box:1')
    await fill('Program', 'SABnzbd')
    expect(field('Base URL (required)').value).toBe('http://box:1')
    expect(field('Name').value).toBe('SABnzbd 2')
    expect(find('label', 'Category')).toBeNull()
    await fill('Name', 'Usenet')
    await fill('Program', 'qBittorrent')
    expect(field('Name').value).toBe('Usenet')
  })

  it('are tested as stored', async () => {
    const { press, sent, text } = await openConnections({
      answers: { 'POST /api/connections/test': () => json(FOUND) },
    })
    await press('Test Seedbox')
    expect(sent('POST /api/connections/test')).toEqual([
      ['/api/connections/test', { id: 'seedbox', driver: 'qBittorrent', settings: {} }],
    ])
    expect(text()).toContain('qBittorrent 5.1.2 answers and accepts the credentials.')
  })

  it('are tested in their form with unsaved values, and only changed values are saved', async () => {
    const { press, fill, sent, text, button, submitWith } = await openConnections({
      answers: { 'POST /api/connections/test': () => json(FOUND) },
    })
    await press('Edit Seedbox')
    await fill('Category', 'spoken')
    const [inForm] = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].filter(
      ({ textContent }) => textContent?.trim() === 'Test',
    )
    inForm?.click()
    await expect.poll(() => text()).toContain('qBittorrent 5.1.2 answers and accepts the credentials.')
    const settings = { category: 'spoken' }
    expect(sent('POST /api/connections/test')).toEqual([
      ['/api/connections/test', { id: 'seedbox', driver: 'qBittorrent', settings }],
    ])
    expect(button('Replace: Password')).not.toBeNull()
    await submitWith('Category')
    expect(sent('PATCH /api/connections/{}')).toEqual([
      ['/api/connections/seedbox', { name: 'Seedbox', settings }],
    ])
  })

  it('show the server’s complaint at its field', async () => {
    const errors = [issueAt('settings.base_url', fault('not_an_address'))]
    const { press, fill, submitWith, errorAt } = await openConnections({
      answers: {
        'PATCH /api/connections/{}': () => problem({ status: 422, code: 'invalid', detail: 'No.', errors }),
      },
    })
    await press('Edit Seedbox')
    await fill('Base URL (required)', 'box')
    await submitWith('Name')
    expect(errorAt('Base URL (required)')).toBe('Must start with http:// or https://')
  })

  it('can be reordered, and the focus stays', async () => {
    let connections: ConnectionDto[] = [aConnection(), second()]
    const { press, button, sent, text } = await openConnections({
      answers: {
        'GET /api/connections': () => json(connections),
        'PATCH /api/connections/{}': () => {
          connections = [
            { ...second(), priority: 1 },
            { ...aConnection(), priority: 2 },
          ]
          return json(connections[0])
        },
      },
    })
    expect(button('Move Seedbox up')).toHaveProperty('disabled', true)
    await press('Move At home up')
    expect(sent('PATCH /api/connections/{}')).toEqual([['/api/connections/home', { priority: 1 }]])
    await expect.poll(() => document.activeElement).toBe(button('Move At home down'))
    expect(text()).toContain('At home is now number 1')
  })

  it('are switched off, and removed after a confirmation', async () => {
    const { press, sent, text, find } = await openConnections({
      answers: {
        'PATCH /api/connections/{}': () => json(aConnection({ enabled: false })),
        'DELETE /api/connections/{}': () => new Response(null, { status: 204 }),
      },
    })
    find('[role="switch"]', 'Seedbox is on')?.click()
    await expect.poll(() => text()).toContain('Seedbox is off')
    expect(sent('PATCH /api/connections/{}')).toEqual([['/api/connections/seedbox', { enabled: false }]])
    await press('Remove Seedbox')
    expect(sent('DELETE /api/connections/{}')).toEqual([])
    await press('Remove Seedbox?')
    await expect.poll(() => text()).toContain('Removed: Seedbox')
  })

  it('are refetched when the live stream says so', async () => {
    const { server } = await openConnections()
    FakeStream.current.say({ topic: 'connections' })
    await expect.poll(() => server.called('GET /api/connections')).toHaveLength(2)
  })

  it('can be loaded again after a failure', async () => {
    let works = false
    const { press, text, find } = await openConnections({
      answers: {
        'GET /api/connections': () =>
          works ? json([aConnection()]) : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('It broke.')
    works = true
    await press('Try again')
    expect(find('h2', 'Seedbox')).not.toBeNull()
  })
})

describe('libraries', () => {
  it('have their own page', async () => {
    const { text } = await openConnections({
      kind: 'library',
      connections: [aConnection(), aConnection({ id: 's', kind: 'library', driver: 'Shelf', name: 'Books' })],
    })
    expect(text()).toContain('Books')
    expect(text()).not.toContain('Seedbox')
  })

  it('are hidden from non-administrators', async () => {
    for (const path of ['/settings/library', '/settings/download-clients']) {
      expect((await openPage(path)).text()).toContain('Page not found')
    }
  })
})
