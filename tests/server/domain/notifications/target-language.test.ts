import { ne } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import type { Language } from '#contract/words/messages'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { notificationsOver, targetBody } from './notifications.fixture'

onEachDatabase('the language of a target', (database) => {
  let receiver: WebhookReceiver
  let instance: ReturnType<typeof notificationsOver>
  const speaking = (name: string, language?: Language | null) =>
    targetBody({
      name,
      url: receiver.url,
      body_type: 'text',
      body: `${name}: {eventText}`,
      ...(language !== undefined && { language }),
    })

  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    instance = notificationsOver(database())
    await addUser(database(), 'robin', 'trusted')
    await addUser(database(), 'mila', 'trusted')
    await database().write((within) => within.update(database().tables.users).set({ language: 'de' }))
    await instance.personalNotifications.change({ private_addresses: true })
  })
  afterEach(() => receiver.close())

  const bodies = () => receiver.calls.map(({ body }) => body).toSorted()

  it('is its own, or its owner’s, or the server’s', async () => {
    await instance.notificationTargets.create(null, speaking('Everybody'))
    await instance.notificationTargets.create(null, speaking('Tokyo', 'ja'))
    await instance.notificationTargets.create('mila', speaking('Mila'))
    await instance.notificationTargets.create('mila', speaking('Mila, abroad', 'fr'))
    await instance.happen({ requesterIds: ['mila'] })
    await instance.deliver()
    expect(bodies()).toEqual([
      'Everybody: mila requested Dune by Frank Herbert.',
      'Mila, abroad: mila a demandé Dune de Frank Herbert.',
      'Mila: mila hat Dune von Frank Herbert angefragt.',
      expect.stringMatching(/^Tokyo: .*Dune/),
    ])
  })

  it('is the one at the time of sending', async () => {
    const mine = await instance.notificationTargets.create('mila', speaking('Mila'))
    await instance.notificationTargets.create(null, speaking('Everybody', 'ja'))
    await instance.happen({ requesterIds: ['mila'] })
    const { users, notificationTargets } = database().tables
    await database().write((within) => within.update(users).set({ language: 'fr' }))
    await database().write((within) =>
      within.update(notificationTargets).set({ language: 'en' }).where(ne(notificationTargets.id, mine.id)),
    )
    await instance.deliver()
    expect(bodies()).toEqual([
      'Everybody: mila requested Dune by Frank Herbert.',
      'Mila: mila a demandé Dune de Frank Herbert.',
    ])
  })

  it('does not change a message of an earlier version, which is already in words', async () => {
    await instance.notificationTargets.create(null, speaking('Tokyo', 'ja'))
    await instance.happen()
    const message = { eventText: 'robin requested Emma.', bookTitle: 'Emma', bookASIN: 'B00EXAMPLE' }
    const { deliveries } = database().tables
    await database().write((within) =>
      within.update(deliveries).set({ message: { ...message, joinedUsers: 'robin' } }),
    )
    await instance.deliver()
    expect(bodies()).toEqual(['Tokyo: robin requested Emma.'])
    const log = await instance.deliveryLog.list(null, { limit: 1, offset: 0 })
    expect(log.deliveries).toMatchObject([{ book: { asin: 'B00EXAMPLE', title: 'Emma' }, people: 'robin' }])
  })

  it('stays if a change omits it, and is removed if it says none', async () => {
    const { id, language } = await instance.notificationTargets.create(null, speaking('Chat', 'it'))
    expect(language).toBe('it')
    expect(await instance.notificationTargets.update(null, id, speaking('Chat'))).toMatchObject({
      language: 'it',
    })
    expect(await instance.notificationTargets.list(null)).toMatchObject([{ language: 'it' }])
    expect(await instance.notificationTargets.update(null, id, speaking('Chat', null))).toMatchObject({
      language: null,
    })
  })

  it('applies to its tests, even before it is saved', async () => {
    const { id } = await instance.notificationTargets.create('mila', speaking('Phone', 'es'))
    await instance.notificationTests.testSaved('mila', id, undefined)
    await instance.notificationTests.testSaved('mila', id, { language: null })
    await instance.notificationTests.test(null, {
      kind: 'custom',
      url: receiver.url,
      body_type: 'text',
      body: '{eventText}',
    })
    const [spanish, german, english] = receiver.calls.map(({ body }) => body)
    expect(spanish).toContain('solicit')
    expect(german).toContain('angefragt')
    expect(english).toContain('requested')
  })

  it('applies to the labels in a message to Discord', async () => {
    const preview = { kind: 'discord', event: 'onNewRequest', url: '' } as const
    const { request } = await instance.notificationTests.preview('mila', preview)
    expect(JSON.parse(request.body)).toMatchObject({
      embeds: [{ fields: [{ name: 'Autor' }, { name: 'Sprecher' }, { name: 'Angefragt von' }] }],
    })
  })
})
