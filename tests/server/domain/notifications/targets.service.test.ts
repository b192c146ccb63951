import { expect, it } from 'vitest'
import { describe } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { notificationsOver, targetBody } from './notifications.fixture'

onEachDatabase('notification targets', (database) => {
  const stored = () => database().read.select().from(database().tables.notificationTargets)

  it('are listed by name with their settings', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    await targets.create(null, targetBody({ name: 'ntfy', body_type: 'text', body: '{bookTitle}' }))
    const chat = await targets.create(null, targetBody())
    expect(chat).toEqual({
      id: chat.id,
      name: 'Chat',
      language: null,
      kind: 'custom',
      url: 'https://chat.example/hook',
      events: ['onNewRequest'],
      event_type: 'onNewRequest',
      event: 'onNewRequest',
      body_type: 'json',
      body: '{"text":"{bookTitle}"}',
      headers: {},
      enabled: true,
      token: null,
      last_delivery: null,
      failing: null,
      pending_count: 0,
      failed_count: 0,
    })
    expect((await targets.list(null)).map(({ name }) => name)).toEqual(['Chat', 'ntfy'])
  })

  describe('secrets', () => {
    const secret = targetBody({
      url: 'https://me:hush-hush@chat.example/hook?token=abcdef',
      headers: { 'X-Token': 'ghijkl' },
    })

    it('are stored encrypted and never returned', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const answer = await targets.create(null, secret)
      expect(answer).toMatchObject({
        url: 'https://me:***@chat.example/hook?token=***',
        headers: { 'X-Token': { value: null, set: true } },
      })
      for (const text of [
        JSON.stringify(answer),
        JSON.stringify(await targets.list(null)),
        JSON.stringify(await stored()),
      ]) {
        for (const value of ['hush-hush', 'abcdef', 'ghijkl']) expect(text).not.toContain(value)
      }
    })

    it('are kept by an edit that sends back what was shown', async () => {
      const { notificationTargets: targets, clock, happen, deliver } = notificationsOver(database())
      const { id, url } = await targets.create(null, secret)
      clock.advance(1000)
      const answer = await targets.update(null, id, {
        ...secret,
        name: 'Renamed',
        url,
        headers: { 'x-token': null },
      })
      expect(answer).toMatchObject({
        name: 'Renamed',
        url,
        headers: { 'x-token': { value: null, set: true } },
      })
      // Stored secrets are visible only in what is sent.
      await targets.update(null, id, {
        ...secret,
        url: 'http://127.0.0.1:9/?token=abcdef',
        headers: { 'x-token': 'ghijkl' },
      })
      await happen()
      await deliver()
      expect((await targets.list(null))[0]?.last_delivery).toMatchObject({ attempts: 1 })
    })

    it('are refused if there is nothing to keep', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const { id } = await targets.create(null, secret)
      const refusal = targets.update(null, id, {
        ...secret,
        url: 'https://other.example/hook?token=***',
        headers: { 'X-Other': null },
      })
      await expect(refusal).rejects.toMatchObject({
        status: 422,
        code: 'validation_failed',
        errors: [{ path: 'url' }, { path: 'headers.X-Other' }],
      })
    })

    it.each([
      'https://evil.example/hook',
      'http://chat.example/hook',
      'https://chat.example:8443/hook',
      'https://chat.example.evil.example/hook',
    ])('are not sent to another address: %s', async (url) => {
      const { notificationTargets: targets, notificationTests: tests } = notificationsOver(database())
      const { id } = await targets.create(null, secret)
      const before = await stored()
      const again = { path: 'headers.X-Token', code: 'enter_again_for_kind' }
      const refusal = { status: 422, code: 'validation_failed', errors: [again] }
      for (const headers of [{ 'X-Token': null }, undefined]) {
        const moved = { ...secret, url, headers }
        await expect(targets.update(null, id, moved)).rejects.toMatchObject(refusal)
        await expect(tests.testSaved(null, id, { url, headers })).rejects.toMatchObject(refusal)
      }
      expect(await stored()).toEqual(before)
      const entered = await targets.update(null, id, { ...secret, url, headers: { 'X-Token': 'new' } })
      expect(entered).toMatchObject({ url, headers: { 'X-Token': { set: true } } })
    })

    it('are not revealed by a change of kind', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const body = { name: 'Chat', url: 'https://chat.example/hook', events: secret.events }
      const { id } = await targets.create(
        null,
        targetBody({ ...body, headers: { Title: 'a secret of ours' } }),
      )
      const refusal = { errors: [{ path: 'headers.Title' }] }
      const ntfy = { ...body, kind: 'ntfy' as const, headers: { Title: null } }
      await expect(targets.update(null, id, ntfy)).rejects.toMatchObject(refusal)
    })

    it('remain valid for another path of the same server', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const { id } = await targets.create(null, secret)
      const url = 'https://chat.example/other'
      expect(await targets.update(null, id, { ...secret, url, headers: { 'X-Token': null } })).toMatchObject({
        url,
        headers: { 'X-Token': { value: null, set: true } },
      })
    })

    it('that are omitted are removed', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const { id } = await targets.create(null, secret)
      expect(await targets.update(null, id, { ...secret, headers: {} })).toMatchObject({ headers: {} })
    })
  })

  describe('a name', () => {
    const taken = { status: 409, code: 'target_name_taken' }

    it('is unique, regardless of case', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      await targets.create(null, targetBody({ name: 'Chat' }))
      await expect(targets.create(null, targetBody({ name: 'CHAT' }))).rejects.toMatchObject(taken)
      const other = await targets.create(null, targetBody({ name: 'Other' }))
      await expect(targets.update(null, other.id, targetBody({ name: 'chat' }))).rejects.toMatchObject(taken)
      expect(await targets.update(null, other.id, targetBody({ name: 'OTHER' }))).toMatchObject({
        name: 'OTHER',
      })
    })

    it('that is requested many times at once is given once', async () => {
      const { notificationTargets: targets } = notificationsOver(database())
      const outcomes = await Promise.allSettled(
        Array.from({ length: 5 }, () => targets.create(null, targetBody())),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await stored()).toHaveLength(1)
    })
  })

  it.each([
    ['{"text": {bookTitle}}', 'json' as const, 'body'],
    ['not JSON', 'json' as const, 'body'],
  ])('with the template %s are refused', async (body, body_type, path) => {
    const { notificationTargets: targets } = notificationsOver(database())
    await expect(targets.create(null, targetBody({ body, body_type }))).rejects.toMatchObject({
      status: 422,
      errors: [{ path }],
    })
    expect(await stored()).toEqual([])
  })

  it('can be switched off and on', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    const { id } = await targets.create(null, targetBody())
    expect(await targets.toggle(null, id)).toMatchObject({ enabled: false })
    expect(await targets.toggle(null, id)).toMatchObject({ enabled: true })
  })

  it('keep their kind and stay off if a change omits these', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    const body = { name: 'Chat', url: 'https://ntfy.example/books', events: targetBody().events }
    const { id } = await targets.create(null, { ...body, kind: 'ntfy', enabled: false })
    const renamed = { ...body, name: 'Room' }
    expect(await targets.update(null, id, renamed)).toMatchObject({
      ...renamed,
      kind: 'ntfy',
      enabled: false,
      body: '{eventText}',
    })
    expect(await targets.update(null, id, { ...renamed, enabled: true })).toMatchObject({ enabled: true })
    await Promise.all([targets.toggle(null, id), targets.update(null, id, renamed)])
    expect(await targets.list(null)).toMatchObject([{ enabled: false }])
  })

  it('without a kind are custom and on', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    const created = await targets.create(null, targetBody({ kind: undefined, enabled: undefined }))
    expect(created).toMatchObject({ kind: 'custom', enabled: true })
  })

  it('that do not exist lead to 404', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    const missing = { status: 404, code: 'unknown_target' }
    await expect(targets.update(null, 'gone', targetBody())).rejects.toMatchObject(missing)
    await expect(targets.toggle(null, 'gone')).rejects.toMatchObject(missing)
    await expect(targets.remove(null, 'gone')).rejects.toMatchObject(missing)
  })

  it('take their unsent messages with them when deleted', async () => {
    const { notificationTargets: targets, happen, deliver } = notificationsOver(database())
    const { id } = await targets.create(null, targetBody({ url: 'http://127.0.0.1:9/' }))
    await happen()
    await deliver()
    await targets.remove(null, id)
    const { deliveries, deliveryAttempts } = database().tables
    expect(await database().read.select().from(deliveries)).toEqual([])
    expect(await database().read.select().from(deliveryAttempts)).toEqual([])
  })

  it('that are changed concurrently follow the last change, without lost headers', async () => {
    const { notificationTargets: targets } = notificationsOver(database())
    const { id } = await targets.create(null, targetBody({ headers: { A: 'one' } }))
    await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        targets.update(null, id, targetBody({ name: `Chat ${index}`, headers: { A: null } })),
      ),
    )
    expect((await targets.list(null))[0]?.headers).toEqual({ A: { value: null, set: true } })
  })

  it('update open pages on every change', async () => {
    const { notificationTargets: targets, announced } = notificationsOver(database())
    const { id } = await targets.create(null, targetBody())
    await targets.update(null, id, targetBody())
    await targets.toggle(null, id)
    await targets.remove(null, id)
    expect(announced).toEqual(Array(4).fill('notifications'))
  })
})
