import { afterEach, beforeEach, expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { notificationsOver, targetBody } from './notifications.fixture'

const other = (text: string) => causeOf('other', { text })

onEachDatabase('targets of users', (database) => {
  let receiver: WebhookReceiver
  let instance: ReturnType<typeof notificationsOver>
  const own = () =>
    targetBody({
      url: receiver.url,
      body_type: 'text',
      body: '{bookTitle}: {eventUser} of {joinedUsers} <@{eventUserExtraData}>{joinedUsersExtraData}',
    })

  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    instance = notificationsOver(database())
    await addUser(database(), 'robin', 'trusted', 'extra of robin')
    await addUser(database(), 'mila', 'trusted', 'extra of mila')
    await instance.personalNotifications.change({ private_addresses: true })
  })
  afterEach(() => receiver.close())

  const bodies = () => receiver.calls.map(({ body }) => body)

  it('are notified only of their owner’s requests, and of no one else who requested the book', async () => {
    await instance.notificationTargets.create('mila', own())
    await instance.happen({ requesterIds: ['robin'], book: { title: 'not hers' } })
    await instance.happen({ requesterIds: ['robin', 'mila'], book: { title: 'hers too' } })
    await instance.happen({ requesterIds: [], book: { title: 'nobody’s' } })
    await instance.deliver()
    expect(bodies()).toEqual(['hers too: mila of mila <@extra of mila>extra of mila'])
  })

  it('leave the server’s targets with everyone, in the order of requests', async () => {
    await instance.notificationTargets.create(null, own())
    await instance.happen({ requesterIds: ['robin', 'mila'] })
    await instance.deliver()
    expect(bodies()).toEqual(['Dune: robin of robin, mila <@extra of robin>extra of robin, extra of mila'])
  })

  it('get the reason for a failure in words for requesters, those of the server in full', async () => {
    const failed = { ...own(), body: '{errorReason}|{eventText}', events: ['onFailedDownload' as const] }
    await instance.notificationTargets.create('mila', failed)
    await instance.notificationTargets.create(null, { ...failed, name: 'All' })
    await instance.happen({
      event: 'onFailedDownload',
      requesterIds: ['mila'],
      error: {
        status: null,
        cause: other('Seedbox says: no space.'),
        causeForRequesters: other('The download failed.'),
      },
    })
    await instance.deliver()
    expect(bodies().toSorted()).toEqual([
      expect.stringMatching(/^Seedbox says: no space\.\|.*Seedbox says/),
      expect.stringMatching(/^The download failed\.\|(?!.*Seedbox)/),
    ])
  })

  it('are not offered administrators’ events, and refuse them', async () => {
    const { notificationTargets, notificationTests } = instance
    const offered = async (owner: string | null) => (await notificationTests.kinds(owner)).events
    expect(await offered(null)).toContain('onNotInLibrary')
    expect(await offered('mila')).not.toContain('onNotInLibrary')
    expect(await offered('mila')).toContain('onNewBook')
    expect(await offered(null)).not.toContain('onNewBook')
    const wanted = { ...own(), events: ['onAvailable', 'onNotInLibrary'] } as const
    const refused = { code: 'validation_failed', errors: [{ path: 'events', code: 'not_one_of' }] }
    const body = { ...wanted, events: [...wanted.events] }
    await expect(notificationTargets.create('mila', body)).rejects.toMatchObject(refused)
    const { id } = await notificationTargets.create('mila', own())
    await expect(notificationTargets.update('mila', id, body)).rejects.toMatchObject(refused)
    await notificationTargets.create(null, body)
  })

  it('are not notified if someone else requests the same book', async () => {
    await instance.notificationTargets.create(null, own())
    await instance.notificationTargets.create('robin', own())
    await instance.notificationTargets.create('mila', own())
    await instance.happen({ requesterIds: ['mila'], namedOnlyIds: ['robin', 'mila'] })
    await instance.deliver()
    expect(bodies().toSorted()).toEqual([
      'Dune: mila of mila <@extra of mila>extra of mila',
      'Dune: mila of robin, mila <@extra of mila>extra of robin, extra of mila',
    ])
  })

  it('are visible to and changed by only their owner', async () => {
    const { notificationTargets: targets } = instance
    const { id } = await targets.create('mila', own())
    const unknown = { code: 'unknown_target' }
    for (const other of ['robin', null]) {
      expect(await targets.list(other)).toEqual([])
      await expect(targets.update(other, id, own())).rejects.toMatchObject(unknown)
      await expect(targets.toggle(other, id)).rejects.toMatchObject(unknown)
      await expect(targets.remove(other, id)).rejects.toMatchObject(unknown)
      await expect(instance.notificationTests.testSaved(other, id, undefined)).rejects.toMatchObject(unknown)
    }
    expect(await targets.list('mila')).toMatchObject([{ id }])
    expect(receiver.calls).toEqual([])
  })

  it('have their own names', async () => {
    const { notificationTargets: targets } = instance
    for (const owner of ['mila', 'robin', null]) await targets.create(owner, own())
    await expect(targets.create('mila', own())).rejects.toMatchObject({ code: 'target_name_taken' })
    await expect(targets.create(null, own())).rejects.toMatchObject({ code: 'target_name_taken' })
  })

  it('are limited in number, however many are added at once', async () => {
    const { notificationTargets: targets } = instance
    const added = Array.from({ length: 30 }, (_, index) =>
      targets.create('mila', { ...own(), name: `target ${index}` }),
    )
    const refused = (await Promise.allSettled(added)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ reason: { code: 'too_many_targets' } })
    expect(await targets.list('mila')).toHaveLength(20)
    await targets.create('robin', own())
  })

  it('are deleted with their owner', async () => {
    await instance.notificationTargets.create('mila', own())
    await instance.happen({ requesterIds: ['mila'] })
    const { users, notificationTargets, deliveries } = database().tables
    await database().write((transaction) => transaction.delete(users))
    expect(await database().read.$count(notificationTargets)).toBe(0)
    expect(await database().read.$count(deliveries)).toBe(0)
  })

  it('get nothing while an administrator has switched them off', async () => {
    const { notificationTargets: targets, personalNotifications: personal } = instance
    const { id } = await targets.create('mila', own())
    await instance.happen({ requesterIds: ['mila'], book: { title: 'waiting' } })
    expect(await personal.change({ allowed: false })).toEqual({ allowed: false, private_addresses: true })
    await instance.happen({ requesterIds: ['mila'], book: { title: 'never' } })
    await instance.deliver()
    expect(bodies()).toEqual([])
    const off = { status: 403, code: 'personal_notifications_off' }
    await expect(targets.create('mila', { ...own(), name: 'More' })).rejects.toMatchObject(off)
    await expect(targets.update('mila', id, own())).rejects.toMatchObject(off)
    await expect(instance.notificationTests.testSaved('mila', id, undefined)).rejects.toMatchObject(off)
    await expect(instance.deliveryLog.resendFailed('mila', id)).rejects.toMatchObject(off)
    const log = await instance.deliveryLog.list('mila', { limit: 1, offset: 0 })
    expect(log).toMatchObject({ total: 1, deliveries: [{ state: 'pending' }] })
    const [waiting] = log.deliveries
    await expect(instance.deliveryLog.resend('mila', waiting?.id ?? '')).rejects.toMatchObject(off)
    expect(await targets.list('mila')).toMatchObject([{ id }])
    expect(await instance.notificationTests.kinds('mila')).toMatchObject({ allowed: false })

    await personal.change({ allowed: true })
    await instance.deliver()
    expect(bodies()).toEqual([expect.stringMatching(/^waiting/)])
  })

  it('do not reach into the server’s network unless an administrator allows it', async () => {
    const { notificationTargets: targets, notificationTests: tests } = instance
    const { id } = await targets.create('mila', own())
    await instance.personalNotifications.change({ private_addresses: false })
    const refused = { code: 'validation_failed', errors: [{ path: 'url' }] }
    await expect(targets.create('mila', { ...own(), name: 'More' })).rejects.toMatchObject(refused)
    // A test reveals to no one which addresses and names this network has.
    const codes = await Promise.all(
      [
        'http://127.0.0.1:9/',
        'http://10.255.255.1/',
        'http://[fd00::1]/',
        'http://no-such-name.invalid/',
      ].map(async (url) => {
        const { delivered, error, answer, duration_ms } = await tests.test('mila', { ...own(), url })
        return JSON.stringify({ delivered, error, answer, duration_ms })
      }),
    )
    expect(new Set(codes).size).toBe(1)
    // A name alone does not show where it leads, so it is refused when it is resolved.
    const byName = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await tests.testSaved('mila', id, { url: byName })).toMatchObject({
      delivered: false,
      error: expect.stringMatching(/^The address is not on the public internet/),
      answer: null,
    })
    // A message to a target that was allowed before is refused too.
    await instance.happen({ requesterIds: ['mila'] })
    await instance.deliver()
    expect(receiver.calls).toEqual([])
    expect(await targets.list('mila')).toMatchObject([
      { last_delivery: { state: 'pending', error: expect.stringMatching(/^The address is not/) } },
    ])
    // The server's own targets may be anywhere.
    await targets.create(null, own())
    await instance.happen()
    await instance.deliver()
    expect(receiver.calls).toHaveLength(1)
  })
})
