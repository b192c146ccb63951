import { expect, it } from 'vitest'
import { causeOf, causeText } from '#contract/cause'
import { testFailure } from '#contract/connection-test'
import { onEachDatabase } from '#tests/support/databases'
import { outcomesOf } from '#tests/support/outcomes'
import { connectionsOver } from './connections.fixture'

const DOWN = causeOf('unreachable', { service: 'Torrents', failure: 'ECONNREFUSED' })

onEachDatabase('download clients and libraries', (database) => {
  it('can include several of one program, each with its own name and settings', async () => {
    const connections = connectionsOver(database())
    await connections.add('Torrents', 'Seedbox')
    await connections.add('Torrents', 'At home', { base_url: 'http://home:1/', category: 'spoken' })
    await connections.add('Shelf', 'Shelf')
    expect(await connections.list()).toMatchObject([
      {
        kind: 'download_client',
        driver: 'Torrents',
        name: 'Seedbox',
        enabled: true,
        priority: 1,
        settings: { base_url: 'http://box:1/', password: { set: true }, category: 'books' },
        status: null,
      },
      { name: 'At home', priority: 2, settings: { base_url: 'http://home:1/', category: 'spoken' } },
      { kind: 'library', driver: 'Shelf', name: 'Shelf', priority: 1 },
    ])
    expect(connections.announced).toEqual(Array(3).fill({ topic: 'connections' }))
  })

  it('keep their secrets encrypted, each in its own row', async () => {
    const connections = connectionsOver(database())
    const first = await connections.add('Torrents', 'One', { password: 'a-very-own-secret' })
    const second = await connections.add('Torrents', 'Two')
    const { connections: table } = database().tables
    const rows = await database().read.select().from(table)
    expect(JSON.stringify(rows)).not.toContain('a-very-own-secret')
    const sealed = rows.find(({ id }) => id === first.id)?.settings ?? ''
    await database().write((transaction) => transaction.update(table).set({ settings: sealed }))
    await expect(connections.opened(second.id)).rejects.toThrow()
    await expect(connections.opened(first.id)).resolves.not.toBeNull()
  })

  it('have unique names, regardless of case', async () => {
    const connections = connectionsOver(database())
    const box = await connections.add('Torrents', 'Box')
    const other = await connections.add('News', 'Other')
    expect(
      await outcomesOf([
        connections.add('Shelf', 'BOX'),
        connections.patch(other.id, { name: 'box' }),
        connections.patch('nobody', { name: 'x' }),
        connections.drop('nobody'),
      ]),
    ).toEqual(['connection_name_taken', 'connection_name_taken', 'unknown_connection', 'unknown_connection'])
    expect((await connections.patch(box.id, { name: 'BOX' })).name).toBe('BOX')
  })

  it('get their id back if they are deleted and one to the same server is added again', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Shelf', 'Shelf', { base_url: 'http://shelf:80/' })
    const beside = await connections.add('Shelf', 'Beside', { base_url: 'http://shelf/' })
    expect(beside.id).not.toBe(id)
    await connections.drop(id)
    await connections.drop(beside.id)
    expect(await connections.keptLibraryIds()).toEqual(expect.arrayContaining([id, beside.id]))
    expect((await connections.add('Torrents', 'Box', { base_url: 'http://shelf/' })).id).not.toBe(id)
    expect((await connections.add('Shelf', 'Other', { base_url: 'http://shelf/path' })).id).not.toBe(id)
    await expect(connections.add('Shelf', 'BOX', { base_url: 'http://shelf/' })).rejects.toMatchObject({
      code: 'connection_name_taken',
    })
    // If there are several, the one with the same name.
    const again = await connections.add('Shelf', 'Shelf', { base_url: 'http://SHELF', password: 'new' })
    expect(again).toMatchObject({ id, status: null, settings: { password: { set: true } } })
    expect((await connections.opened(id))?.state.settings['password']).toBe('new')
    expect((await connections.add('Shelf', 'New name', { base_url: 'http://shelf' })).id).toBe(beside.id)
    const { length } = await connections.list()
    expect(new Set(await connections.keptLibraryIds()).size).toBe(length - 1)
  })

  it('get a new id if two people add the former one at once, or after 90 days', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Shelf', 'Shelf')
    await connections.drop(id)
    const added = await Promise.all([connections.add('Shelf', 'One'), connections.add('Shelf', 'Two')])
    expect(added.filter((one) => one.id === id)).toHaveLength(1)
    await connections.drop(id)
    connections.clock.advance(90 * 24 * 60 * 60_000)
    expect(await connections.keptLibraryIds()).not.toContain(id)
    expect((await connections.add('Shelf', 'Late')).id).not.toBe(id)
  })

  it('are refused with missing, unknown or wrong settings, and nothing is stored', async () => {
    const connections = connectionsOver(database())
    await expect(connections.add('Torrents', 'Box', { password: null })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'settings.password', code: 'required_while_on' }],
    })
    await expect(
      connections.add('Torrents', 'Box', { base_url: 'box', colour: 'red' }),
    ).rejects.toMatchObject({
      errors: [
        { path: 'settings.base_url', code: 'not_an_address' },
        { path: 'settings.colour', code: 'unknown_setting' },
      ],
    })
    await expect(connections.add('Nobody', 'Box')).rejects.toMatchObject({
      errors: [{ path: 'driver', code: 'not_one_of', params: { options: 'Torrents, News, Shelf' } }],
    })
    expect(await connections.list()).toEqual([])
    await connections.add('Torrents', 'Box', { password: null }, false)
    expect(await connections.list()).toMatchObject([{ enabled: false, settings: { password: null } }])
  })

  it('keep what a change does not name, and log who changed what, never the values', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    await connections.patch(id, { settings: { category: 'spoken' } })
    await connections.patch(id, { name: 'Seedbox', enabled: false })
    const same = { name: 'Seedbox', enabled: false, priority: 1, settings: { category: 'spoken' } }
    await connections.patch(id, same)
    expect(await connections.list()).toMatchObject([
      {
        name: 'Seedbox',
        enabled: false,
        settings: { base_url: 'http://box:1/', password: { set: true }, category: 'spoken' },
      },
    ])
    await connections.drop(id)
    expect(await connections.list()).toEqual([])
    expect(await connections.written()).toEqual([
      'connection_added Root Box Torrents',
      'connection_changed Root Box category',
      'connection_changed Root Seedbox name, enabled',
      'connection_removed Root Seedbox Torrents',
    ])
  })

  it('send a secret only to the address it was entered for', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    const elsewhere = { base_url: 'http://elsewhere:1/' }
    const refused = { errors: [{ path: 'settings.password', code: 'enter_again' }] }
    await expect(connections.patch(id, { settings: elsewhere })).rejects.toMatchObject(refused)
    await expect(connections.tryOut({ id, driver: 'Torrents', settings: elsewhere })).rejects.toMatchObject(
      refused,
    )
    expect(connections.attempted).toEqual([])
    await connections.patch(id, { settings: { ...elsewhere, password: 'another' } })
    expect(await connections.list()).toMatchObject([{ settings: elsewhere }])
  })

  it('can be tested stored or unsaved, and only the former updates their status', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    const changed = { id, driver: 'Torrents', settings: { category: 'spoken' } }
    expect(await connections.tryOut(changed)).toMatchObject({ code: 'ok', version: '1.0' })
    expect(connections.attempted.at(-1)).toEqual({
      base_url: 'http://box:1/',
      password: 'old',
      category: 'spoken',
    })
    expect(await connections.list()).toMatchObject([{ status: null }])
    expect(await connections.written()).toContain('connection_tested Root Box http://box:1')

    const cause = causeOf('wrong_login', { service: 'Box' })
    connections.answer(testFailure('wrong_key', cause))
    await connections.tryOut({ id, driver: 'Torrents', settings: {} })
    expect(await connections.list()).toMatchObject([
      { status: { reachable: false, error: causeText(cause), cause, last_ok_at: null } },
    ])
    await connections.patch(id, { settings: { base_url: 'http://box:1/web' } })
    expect(await connections.list()).toMatchObject([{ status: null }])

    const incomplete = { driver: 'Torrents', settings: { base_url: 'http://box:1/' } }
    expect(await connections.tryOut(incomplete)).toMatchObject({ code: 'incomplete' })
    expect(
      await outcomesOf([
        connections.tryOut({ id, driver: 'News', settings: {} }),
        connections.tryOut({ id: 'nobody', driver: 'News', settings: {} }),
      ]),
    ).toEqual(['unknown_connection', 'validation_failed'])
  })

  it('move among those of their kind', async () => {
    const connections = connectionsOver(database())
    const order = async () => (await connections.list()).map(({ name, priority }) => `${name} ${priority}`)
    await connections.add('Shelf', 'Shelf')
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await connections.add('Torrents', name)).id)
    const [a = '', , c = ''] = ids
    expect((await connections.patch(c, { priority: 1 })).priority).toBe(1)
    expect((await order()).filter((each) => !each.startsWith('Shelf'))).toEqual(['C 1', 'A 2', 'B 3'])
    await connections.patch(a, { priority: 500 })
    await connections.drop(c)
    expect((await order()).filter((each) => !each.startsWith('Shelf'))).toEqual(['B 1', 'A 2'])
    expect(await order()).toContain('Shelf 1')
    expect((await connections.clients()).map(({ name, priority }) => [name, priority])).toEqual([
      ['B', 1],
      ['A', 2],
    ])
  })

  it('are ready while they are on, and keep their session until their settings change', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    const off = await connections.add('News', 'News', {}, false)
    await connections.add('Shelf', 'Shelf')
    const [first] = await connections.clients()
    expect(first).toMatchObject({ id, name: 'Box', driver: 'Torrents', protocol: 'torrent' })
    expect(await connections.libraries()).toMatchObject([{ name: 'Shelf', driver: 'Shelf' }])
    expect((await connections.clients())[0]?.client).toBe(first?.client)

    const [access] = connections.accesses
    expect(await access?.settings()).toMatchObject({ ready: true, values: { password: 'old' } })
    await connections.patch(id, { settings: { category: 'spoken' } })
    expect((await connections.clients())[0]?.client).not.toBe(first?.client)

    await connections.patch(off.id, { enabled: true })
    expect((await connections.clients()).map(({ name }) => name)).toEqual(['Box', 'News'])
    await connections.drop(id)
    expect((await connections.clients()).map(({ name }) => name)).toEqual(['News'])
    expect((await access?.settings())?.ready).toBe(false)
  })

  it('have a mark each while they are ready, which every change replaces', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    await connections.add('Shelf', 'Shelf')
    const mark = async () => (await connections.clientMarks())[id]
    const first = await mark()
    await connections.note(id, { cause: causeOf('wrong_login', { service: 'Box' }) })
    expect(await connections.clientMarks()).toEqual({ [id]: first })
    await connections.patch(id, { settings: { category: 'spoken' } })
    const second = await mark()
    expect([undefined, first]).not.toContain(second)
    await connections.patch(id, { enabled: false })
    expect(await mark()).toBeUndefined()
    await connections.patch(id, { enabled: true })
    expect([undefined, first, second]).not.toContain(await mark())
  })

  it('store a secret that the service has renewed, unless someone was quicker', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    await connections.tryOut({ id, driver: 'Torrents', settings: {} })
    expect((await connections.opened(id))?.state.settings['password']).toBe('renewed')
    await connections.clients()
    await connections.accesses[0]?.renew({ setting: 'password', from: 'old', to: 'late' })
    expect((await connections.opened(id))?.state.settings['password']).toBe('renewed')
  })

  it('show since when they answer or fail, and update open pages when that changes', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    const status = async () => (await connections.list())[0]?.status
    const told = () => connections.announced.length
    const start = connections.clock.read().toISOString()
    await connections.note(id, { ok: true })
    expect(await status()).toMatchObject({ reachable: true, since: start, last_ok_at: start, error: null })
    const before = told()

    connections.clock.advance(59_000)
    await connections.note(id, { ok: true })
    expect(await status()).toMatchObject({ last_ok_at: start })
    connections.clock.advance(1000)
    const minute = connections.clock.read().toISOString()
    await connections.note(id, { ok: true })
    expect(await status()).toMatchObject({ since: start, last_ok_at: minute })
    expect(told()).toBe(before)

    await connections.note(id, { cause: DOWN })
    expect(await status()).toEqual({
      reachable: false,
      since: minute,
      last_ok_at: minute,
      last_failure_at: minute,
      error: 'Torrents cannot be reached: nothing is listening at the address.',
      cause: DOWN,
    })
    await connections.note(id, { cause: DOWN })
    expect(told()).toBe(before + 1)
    await connections.note(id, { cause: causeOf('timed_out', { service: 'Torrents', seconds: 5 }) })
    expect(told()).toBe(before + 2)

    connections.clock.advance(5000)
    await connections.note(id, { ok: true })
    const again = connections.clock.read().toISOString()
    expect(await status()).toMatchObject({ reachable: true, since: again, last_failure_at: minute })
    await connections.note('nobody', { ok: true })
    expect(told()).toBe(before + 3)
  })

  it('start over when switched off, but not when only renamed', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box')
    await connections.note(id, { cause: DOWN })
    expect((await connections.patch(id, { name: 'Seedbox' })).status).toMatchObject({ reachable: false })
    expect((await connections.patch(id, { enabled: false })).status).toBeNull()
    expect((await connections.patch(id, { enabled: true })).status).toBeNull()
  })

  it('never repeat a secret in their error, though the program does', async () => {
    const connections = connectionsOver(database())
    const { id } = await connections.add('Torrents', 'Box', { password: 'a-very-own-secret' })
    const said = { service: 'Torrents', text: 'No a-very-own-secret here' }
    await connections.note(id, { cause: causeOf('answers', said) })
    expect((await connections.list())[0]?.status?.error).toBe('Torrents answers: No *** here.')
    expect(JSON.stringify(await connections.list())).not.toContain('a-very-own-secret')
  })

  it('lose nothing if two administrators change them at once', async () => {
    const one = connectionsOver(database())
    const other = connectionsOver(database())
    const { id } = await one.add('Torrents', 'Box')
    await Promise.all([
      one.patch(id, { settings: { category: 'spoken' } }),
      other.patch(id, { settings: { password: 'new' } }),
      one.patch(id, { name: 'Seedbox' }),
    ])
    expect(await one.list()).toMatchObject([{ name: 'Seedbox', settings: { category: 'spoken' } }])
    expect((await one.opened(id))?.state.settings['password']).toBe('new')
  })
})
