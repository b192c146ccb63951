import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startPushService } from '#fakes/receivers/push-service'
import { onEachDatabase } from '#tests/support/databases'
import { addUser, standingClock } from '#tests/support/records'
import { notificationsOver, targetBody } from './notifications.fixture'

const ORIGIN = 'https://push.example.org'

onEachDatabase('a browser with push messages', (database) => {
  let service: Awaited<ReturnType<typeof startPushService>>
  let instance: ReturnType<typeof notificationsOver>

  beforeEach(async () => {
    service = await startPushService(ORIGIN)
    instance = notificationsOver(database(), standingClock(), service.post)
    service.accept((await instance.pushKey.show()).public_key)
  })
  afterEach(() => service.close())

  const deviceBody = (fields: Partial<ReturnType<typeof targetBody>> = {}) =>
    targetBody({
      name: 'Phone',
      kind: 'web_push',
      url: service.subscription.endpoint,
      headers: { ...service.subscription.keys },
      body: undefined,
      body_type: undefined,
      ...fields,
    })
  const refusalOf = (owner: string | null, fields: Parameters<typeof deviceBody>[0]) =>
    instance.notificationTargets.create(owner, deviceBody(fields)).catch((error: unknown) => error)

  async function subscribed() {
    const { id: owner } = await addUser(database(), 'Mona', 'trusted')
    const target = await instance.notificationTargets.create(owner, deviceBody())
    return { owner, target }
  }

  it('decrypts a message about the event, from the server that it subscribed to', async () => {
    const { owner, target } = await subscribed()
    await instance.happen({ requesterIds: [owner] })
    await instance.deliver()
    expect(service.refused).toEqual([])
    expect(service.taken).toHaveLength(1)
    const [message] = service.taken
    expect(JSON.parse(message?.text ?? '')).toEqual({
      title: 'New request',
      text: 'Mona requested Dune by Frank Herbert.',
      book: 'B000000001',
    })
    expect(message?.claims).toMatchObject({ aud: ORIGIN, sub: 'https://books.example.org' })
    expect(JSON.stringify(target)).not.toContain(service.subscription.keys.auth)
    expect(target.url).toBe(`${ORIGIN}/wpush/v2/***`)
  })

  it('gets its messages although no https address of the server is known', async () => {
    const local = notificationsOver(database(), standingClock(), service.post, 'http://192.168.1.5:8000')
    const { id: owner } = await addUser(database(), 'Mona', 'trusted')
    const keys = service.subscription.keys
    await local.notificationTargets.create(owner, deviceBody({ headers: { ...keys } }))
    await local.happen({ requesterIds: [owner] })
    const subscribedAt = { ...keys, site: 'https://books.test' }
    const { id } = (await local.notificationTargets.list(owner))[0] ?? { id: '' }
    await local.deliver()
    await local.notificationTargets.update(owner, id, deviceBody({ headers: subscribedAt }))
    await local.happen({ requesterIds: [owner] })
    await local.deliver()
    expect(service.refused).toEqual([])
    expect(service.taken.map(({ claims }) => claims['sub'])).toEqual([
      'https://earmark.example',
      'https://books.test',
    ])
  })

  it('sees the same key on every instance', async () => {
    const other = notificationsOver(database())
    expect(await other.pushKey.show()).toEqual(await instance.pushKey.show())
  })

  it('is removed when it no longer accepts messages, and open pages update', async () => {
    const { owner } = await subscribed()
    service.misbehave({ kind: 'status', status: 410 })
    await instance.happen({ requesterIds: [owner] })
    const before = instance.announced.length
    await instance.deliver()
    expect(await instance.notificationTargets.list(owner)).toEqual([])
    expect(instance.announced.slice(before)).toEqual(['notifications'])
  })

  it.each([
    [429, 'pending'],
    [503, 'pending'],
    [413, 'failed'],
  ] as const)('stays when its push service answers %i', async (status, state) => {
    const { owner } = await subscribed()
    service.misbehave({ kind: 'status', status })
    await instance.happen({ requesterIds: [owner] })
    await instance.deliver()
    const [target] = await instance.notificationTargets.list(owner)
    expect(target?.last_delivery).toMatchObject({ state, cause: { params: { status } } })
  })

  it.each([
    ['Ærø ', '{eventTitle}'],
    ['"\\', '{eventTitle}'],
    ['\u0001', '{bookTitle}'],
  ])('gets no more of a long text than its push service accepts: %j in %s', async (part, title) => {
    const { id: owner } = await addUser(database(), 'Mona', 'trusted')
    const body = JSON.stringify({ title, text: '{eventText}', book: '{bookASIN}', more: '{bookTitle}' })
    await instance.notificationTargets.create(owner, deviceBody({ body }))
    await instance.happen({ requesterIds: [owner], book: { title: part.repeat(2000) } })
    await instance.deliver()
    expect([service.refused, service.taken.length]).toEqual([[], 1])
    const { text } = z.object({ text: z.string() }).parse(JSON.parse(service.taken[0]?.text ?? ''))
    expect(text).toMatch(/^Mona requested .*…$/s)
  })

  it('is followed to a new address, which is notified once or twice, as its target is set', async () => {
    const { owner, target } = await subscribed()
    const { endpoint, keys } = service.subscription
    const moved = 'https://moved.example.org/wpush/v2/another'
    const renew = (old_url: string, url: string, who = owner) =>
      instance.pushRenewal.renew(who, { old_url, url, headers: { ...keys } })
    await renew(endpoint, moved)
    await renew(endpoint, moved)
    const [after, ...others] = await instance.notificationTargets.list(owner)
    expect(after).toEqual({ ...target, url: moved })
    expect(others).toEqual([])

    const { id: stranger } = await addUser(database(), 'Otto', 'trusted')
    await expect(renew(moved, endpoint, stranger)).rejects.toMatchObject({ code: 'unknown_target' })
    await expect(renew(endpoint, `${endpoint}2`)).rejects.toMatchObject({ code: 'unknown_target' })
    await renew(moved, endpoint)
    await instance.happen({ requesterIds: [owner] })
    await instance.deliver()
    expect([service.refused, service.taken.length]).toEqual([[], 1])
  })

  it('reports whether a test arrived', async () => {
    const { owner, target } = await subscribed()
    expect(await instance.notificationTests.testSaved(owner, target.id, undefined)).toMatchObject({
      delivered: true,
      request: { headers: { 'content-encoding': 'aes128gcm' } },
    })
  })

  it('is refused without https or its keys, and as a server target', async () => {
    const { id: owner } = await addUser(database(), 'Otto', 'trusted')
    const errors = (path: string, code: string) => ({ errors: [{ path, code }] })
    expect(await refusalOf(owner, { url: 'http://push.example.org/x' })).toMatchObject(
      errors('url', 'needs_https'),
    )
    expect(await refusalOf(owner, { headers: { auth: 'AAAA' } })).toMatchObject(
      errors('headers', 'no_push_keys'),
    )
    expect(await refusalOf(null, {})).toMatchObject(errors('kind', 'not_one_of'))
  })
})
