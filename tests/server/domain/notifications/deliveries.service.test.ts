import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type Behaviour, type WebhookReceiver } from '#fakes/webhook-receiver'
import type { Database } from '#server/db/database'
import { createDeliveryRecorder } from '#server/domain/notifications/delivery-recorder'
import {
  createOutboxRepository,
  type AttemptedDelivery,
} from '#server/domain/notifications/outbox.repository'
import { createLog } from '#server/platform/log'
import { onEachDatabase } from '#tests/support/databases'
import { freePort } from '#tests/support/free-port'
import { addUser, silentLog } from '#tests/support/records'
import { messageFacts, notificationsOver, targetBody } from './notifications.fixture'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

onEachDatabase('deliveries', (database) => {
  const receivers: WebhookReceiver[] = []
  let instance: ReturnType<typeof notificationsOver>

  beforeEach(() => {
    instance = notificationsOver(database())
  })
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  })

  async function receiver(behave?: Behaviour) {
    const started = await startWebhookReceiver(behave)
    receivers.push(started)
    return started
  }

  const status =
    (code: number, headers: Record<string, string> = {}): Behaviour =>
    (_call, response) =>
      void response.writeHead(code, headers).end('because')

  const rows = () =>
    database()
      .read.select()
      .from(database().tables.deliveries)
      .orderBy(database().tables.deliveries.createdAt)
  const attempts = () =>
    database()
      .read.select()
      .from(database().tables.deliveryAttempts)
      .orderBy(database().tables.deliveryAttempts.at)

  it('are retried although the next attempt was planned while the clock was ahead', async () => {
    let code = 500
    const target = await receiver((_call, response) => void response.writeHead(code).end())
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    instance.clock.advance(DAY)
    await instance.happen()
    await instance.deliver()
    instance.clock.advance(-DAY)
    code = 204
    await instance.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered' }])
  })

  it('send every message once, filled in, and record the attempt', async () => {
    const target = await receiver()
    await instance.notificationTargets.create(
      null,
      targetBody({ url: target.url, headers: { 'X-Token': 'abc' } }),
    )
    await instance.happen({ book: { title: 'Say "hi"' } })
    await instance.deliver()
    await instance.deliver()
    expect(target.calls.map(({ body, headers }) => [body, headers['x-token']])).toEqual([
      ['{"text":"Say \\"hi\\""}', 'abc'],
    ])
    expect(await rows()).toMatchObject([
      { state: 'delivered', attempts: 1, leaseOwner: null, leaseUntil: null, cause: null },
    ])
    expect(await attempts()).toMatchObject([{ status: 204, cause: null, at: instance.clock.read() }])
    expect((await instance.notificationTargets.list(null))[0]?.last_delivery).toEqual({
      state: 'delivered',
      at: instance.clock.read().toISOString(),
      attempts: 1,
      error: null,
      cause: null,
      next_attempt_at: null,
    })
  })

  it('are created only for enabled targets that want the event', async () => {
    await instance.notificationTargets.create(null, targetBody({ name: 'on' }))
    await instance.notificationTargets.create(null, targetBody({ name: 'off', enabled: false }))
    await instance.happen()
    expect(await rows()).toHaveLength(1)
  })

  it('are created once per target for a named event, even by two instances at once', async () => {
    await instance.notificationTargets.create(null, targetBody({ name: 'one' }))
    await instance.notificationTargets.create(null, targetBody({ name: 'two' }))
    const other = notificationsOver(database())
    await Promise.all([instance, other, instance].map(({ happen }) => happen({ eventId: 'not found B1' })))
    expect(await rows()).toHaveLength(2)
    await instance.happen({ eventId: 'not found B2' })
    expect(await rows()).toHaveLength(4)
  })

  it('are not created if the event itself is not stored', async () => {
    await instance.notificationTargets.create(null, targetBody())
    const failing = database().write(async (transaction) => {
      await instance.outbox.add(transaction, messageFacts())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows()).toEqual([])
  })

  it('to a target that is down are retried at growing intervals until it is back', async () => {
    const port = await freePort()
    await instance.notificationTargets.create(null, targetBody({ url: `http://127.0.0.1:${port}/` }))
    await instance.happen()
    await instance.deliver()
    expect(await rows()).toMatchObject([
      {
        state: 'pending',
        attempts: 1,
        cause: { code: 'connection_failed', params: { failure: 'ECONNREFUSED' } },
        nextAttemptAt: new Date(instance.clock.read().getTime() + 10 * SECOND),
      },
    ])
    instance.clock.advance(9 * SECOND)
    await instance.deliver()
    expect(await attempts()).toHaveLength(1)

    instance.clock.advance(SECOND)
    await instance.deliver()
    expect(await rows()).toMatchObject([{ attempts: 2 }])
    const target = await receiver()
    const [stored] = await instance.notificationTargets.list(null)
    await instance.notificationTargets.update(null, stored?.id ?? '', targetBody({ url: target.url }))
    instance.clock.advance(60 * SECOND)
    await instance.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 3, cause: null }])
    expect((await attempts()).map(({ status: answered }) => answered)).toEqual([null, null, 204])
  })

  it('fail for good after the last retry, and remain visible', async () => {
    const target = await receiver(status(503))
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    for (let attempts = 0; attempts < 9; attempts += 1) {
      await instance.deliver()
      instance.clock.advance(6 * HOUR)
    }
    expect(target.calls).toHaveLength(7)
    expect(await rows()).toMatchObject([
      {
        state: 'failed',
        attempts: 7,
        cause: { code: 'answered_with', params: { status: 503, text: 'because' } },
      },
    ])
    expect((await instance.notificationTargets.list(null))[0]?.last_delivery).toMatchObject({
      state: 'failed',
      error: 'The target answered 503: because',
      next_attempt_at: null,
    })
  })

  it('wait as long as a busy target requests', async () => {
    const target = await receiver(status(429, { 'retry-after': '120' }))
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.deliver()
    expect(await rows()).toMatchObject([
      { state: 'pending', nextAttemptAt: new Date(instance.clock.read().getTime() + 120 * SECOND) },
    ])
  })

  it('to a busy target wait together, instead of being refused one by one', async () => {
    let busy = true
    const target = await receiver((call, response) => {
      const headers = { 'retry-after': new Date(instance.clock.read().getTime() + 60 * SECOND).toUTCString() }
      return busy ? status(429, headers)(call, response) : status(200)(call, response)
    })
    const other = await receiver()
    await instance.notificationTargets.create(null, targetBody({ name: 'busy', url: target.url }))
    await instance.notificationTargets.create(null, targetBody({ name: 'other', url: other.url }))
    for (let index = 0; index < 5; index += 1) await instance.happen()
    await instance.deliver()
    await instance.happen()
    instance.clock.advance(30 * SECOND)
    await instance.deliver()
    expect([target.calls.length, other.calls.length]).toEqual([1, 6])
    busy = false
    expect(await instance.deliveries.deliverDue()).toEqual(
      new Date(instance.clock.read().getTime() + 30 * SECOND),
    )
    instance.clock.advance(30 * SECOND)
    await instance.deliver()
    expect(target.calls).toHaveLength(7)
    expect((await rows()).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('to a busy target are sent at once after it was changed, or on request', async () => {
    const busy = await receiver(status(429, { 'retry-after': '3600' }))
    const other = await receiver()
    const { notificationTargets: targets, deliveryLog } = instance
    const { id } = await targets.create(null, targetBody({ url: busy.url }))
    await instance.happen()
    await instance.happen()
    await instance.deliver()
    expect(busy.calls).toHaveLength(1)
    const attempted = (await rows()).find(({ attempts }) => attempts === 1)
    await deliveryLog.resend(null, attempted?.id ?? '')
    await instance.deliver()
    expect(busy.calls).toHaveLength(2)
    await targets.update(null, id, targetBody({ url: other.url }))
    await instance.deliver()
    expect(other.calls).toHaveLength(1)
  })

  it('to server targets do not wait for unresponsive user targets', async () => {
    const silent = await receiver(() => undefined)
    const quick = await receiver()
    await instance.personalNotifications.change({ private_addresses: true })
    for (const owner of ['robin', 'mila']) {
      await addUser(database(), owner, 'trusted')
      for (let index = 0; index < 6; index += 1) {
        const body = targetBody({ name: `silent ${index}`, url: silent.url })
        await instance.notificationTargets.create(owner, body)
      }
    }
    await instance.happen({ requesterIds: ['robin', 'mila'] })
    await instance.deliveries.deliverDue()
    // Four at once for each of the two targets.
    await silent.received(8)
    await instance.notificationTargets.create(null, targetBody({ url: quick.url }))
    await instance.happen()
    await instance.deliveries.deliverDue()
    await quick.received(1)
    expect(silent.calls).toHaveLength(8)
    await instance.deliveries.stop()
  })

  it.each([404, 401, 302])('are not lost while something in front of the target answers %i', async (code) => {
    let isUp = false
    const down = status(code, { location: 'http://127.0.0.1:9/' })
    const up = status(204)
    const target = await receiver((...given) => (isUp ? up : down)(...given))
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.deliver()
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 1 }])
    isUp = true
    instance.clock.advance(60_000)
    await instance.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it.each([400, 410, 413])('with the response %i are not retried', async (code) => {
    const target = await receiver(status(code, { location: 'http://127.0.0.1:9/' }))
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.deliver()
    instance.clock.advance(DAY)
    await instance.deliver()
    expect(target.calls).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1 }])
  })

  it('to one target do not wait for an unresponsive one', async () => {
    const release: (() => void)[] = []
    const slow = await receiver((_call, response) => void release.push(() => response.writeHead(204).end()))
    const quick = await receiver()
    await instance.notificationTargets.create(null, targetBody({ name: 'slow', url: slow.url }))
    await instance.notificationTargets.create(null, targetBody({ name: 'quick', url: quick.url }))
    for (let index = 0; index < 5; index += 1) await instance.happen()
    await instance.deliveries.deliverDue()
    await quick.received(5)
    await slow.received(1)
    // A message that arrives while the slow target is still busy is sent as well.
    await instance.happen()
    await instance.deliveries.deliverDue()
    await quick.received(6)
    expect(slow.calls.length).toBeLessThanOrEqual(2)
    const answering = setInterval(() => release.splice(0).forEach((answer) => answer()), 5)
    await instance.deliveries.settled()
    clearInterval(answering)
    expect(slow.calls).toHaveLength(6)
  })

  it('are sent once each if several instances work on the same outbox', async () => {
    const targets = await Promise.all([receiver(), receiver(), receiver()])
    for (const [index, { url }] of targets.entries()) {
      await instance.notificationTargets.create(null, targetBody({ name: `target ${index}`, url }))
    }
    for (let index = 0; index < 20; index += 1) await instance.happen({ book: { title: `Book ${index}` } })
    const instances = [instance, notificationsOver(database()), notificationsOver(database())]
    await Promise.all(instances.map(({ deliver }) => deliver()))
    for (const { calls } of targets) {
      expect(calls).toHaveLength(20)
      expect(new Set(calls.map(({ body }) => body)).size).toBe(20)
    }
    expect((await rows()).every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true)
    expect(await attempts()).toHaveLength(60)
  })

  it('of a crashed instance are sent by another when its lease has expired', async () => {
    const target = await receiver()
    const { id } = await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    const { deliveries } = database().tables
    const now = instance.clock.read()
    await database().write(async (transaction) => {
      await transaction
        .update(deliveries)
        .set({ leaseOwner: 'crashed', leaseUntil: new Date(now.getTime() + 90 * SECOND) })
    })
    expect(await instance.deliveries.deliverDue()).toEqual(new Date(now.getTime() + 90 * SECOND))
    await instance.deliveries.settled()
    expect(target.calls).toEqual([])
    instance.clock.advance(90 * SECOND)
    await instance.deliver()
    expect(target.calls).toHaveLength(1)
    expect(await rows()).toMatchObject([{ targetId: id, state: 'delivered' }])
  })

  it('are not recorded by a sender whose lease was taken over', async () => {
    let answer: () => void = () => undefined
    const target = await receiver(
      (_call, response) => void (answer = () => void response.writeHead(500).end()),
    )
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.deliveries.deliverDue()
    await target.received(1)
    const { deliveries } = database().tables
    await database().write(async (transaction) => {
      await transaction.update(deliveries).set({ leaseOwner: 'another' })
    })
    answer()
    await instance.deliveries.settled()
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 0, leaseOwner: 'another' }])
    expect(await attempts()).toEqual([])
  })

  it('to a disabled target wait until it is on again', async () => {
    const target = await receiver()
    const { id } = await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.notificationTargets.toggle(null, id)
    expect(await instance.deliveries.deliverDue()).toBeNull()
    expect(target.calls).toEqual([])
    await instance.notificationTargets.toggle(null, id)
    await instance.deliver()
    expect(target.calls).toHaveLength(1)
  })

  it('survive the removal of their target while they are sent', async () => {
    let answer: () => void = () => undefined
    const target = await receiver(
      (_call, response) => void (answer = () => void response.writeHead(204).end()),
    )
    const { id } = await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.deliveries.deliverDue()
    await target.received(1)
    await instance.notificationTargets.remove(null, id)
    answer()
    await instance.deliveries.settled()
    expect(await rows()).toEqual([])
  })

  it('can be created while a target is removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await instance.notificationTargets.create(null, targetBody({ name: `target ${round}` }))
      await Promise.all([
        instance.happen(),
        instance.notificationTargets.remove(null, id),
        instance.happen(),
        instance.happen(),
      ])
    }
    expect(await rows()).toEqual([])
  })

  it('are due when the next interval or lease ends', async () => {
    const target = await receiver(status(500))
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    expect(await instance.deliveries.deliverDue()).toBeNull()
    await instance.happen()
    await instance.deliver()
    expect(await instance.deliveries.deliverDue()).toEqual(
      new Date(instance.clock.read().getTime() + 10 * SECOND),
    )
  })

  it('in flight are released when the server stops, and no other is started', async () => {
    const target = await receiver(() => undefined)
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    await instance.happen()
    await instance.deliveries.deliverDue()
    await target.received(1)
    await instance.deliveries.stop()
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 0, leaseOwner: null },
      { state: 'pending', attempts: 0, leaseOwner: null },
    ])
    expect(await instance.deliveries.deliverDue()).toBeNull()
    expect(target.calls).toHaveLength(1)
  })

  describe('when the database fails', () => {
    /** The database, with a given number of failing writes. */
    function failing(writes: number): Database {
      let left = writes
      return {
        ...database(),
        write: (work) => {
          left -= 1
          return left >= 0 ? Promise.reject(new Error('the disk is full')) : database().write(work)
        },
      }
    }

    const delivered: AttemptedDelivery = {
      id: 'a',
      owner: 'b',
      at: new Date(),
      durationMs: 1,
      attempts: 1,
      status: 200,
      answer: '',
      verdict: { state: 'delivered' },
    }

    it('rest for a while instead of being retried again and again', async () => {
      const target = await receiver()
      await instance.notificationTargets.create(null, targetBody({ url: target.url }))
      await instance.happen()
      const unlucky = notificationsOver(failing(1), instance.clock)
      await unlucky.deliveries.deliverDue()
      await unlucky.deliveries.settled()
      expect(unlucky.logged[0]).toContain('the disk is full')
      const later = new Date(instance.clock.read().getTime() + 5 * SECOND)
      expect(await unlucky.deliveries.deliverDue()).toEqual(later)
      await unlucky.deliveries.settled()
      expect(target.calls).toEqual([])
      instance.clock.advance(5 * SECOND)
      await unlucky.deliveries.deliverDue()
      await unlucky.deliveries.settled()
      expect(target.calls).toHaveLength(1)
    })

    it('are recorded by a later attempt, so that nothing is sent twice', async () => {
      const target = await receiver()
      const { id } = await instance.notificationTargets.create(null, targetBody({ url: target.url }))
      await instance.happen()
      const claiming = createOutboxRepository({ database: database() })
      const now = instance.clock.read()
      const leaseUntil = new Date(now.getTime() + 90 * SECOND)
      const claim = await claiming.claim({ targetId: id, limit: 1, now, leaseUntil })
      const recorder = createDeliveryRecorder({
        repository: createOutboxRepository({ database: failing(2) }),
        clock: instance.clock.read,
        log: silentLog,
        stopping: new AbortController().signal,
        pauses: [1, 1, 1],
      })
      const attempted = {
        id: claim?.deliveries[0]?.id ?? '',
        owner: claim?.owner ?? '',
        at: now,
        durationMs: 5,
        attempts: 1,
        status: 204,
        answer: '',
        verdict: { state: 'delivered' as const },
      }
      expect(await recorder.record(attempted)).toBe(true)
      expect(await recorder.record(attempted)).toBe(false)
      expect(await attempts()).toHaveLength(1)
    })

    it('log that a result cannot be recorded at all', async () => {
      const logged: string[] = []
      const recorder = createDeliveryRecorder({
        repository: createOutboxRepository({ database: failing(9) }),
        clock: instance.clock.read,
        log: createLog({ level: 'DEBUG', terminal: false, write: (line) => void logged.push(line) }),
        stopping: new AbortController().signal,
        pauses: [1],
      })
      await expect(recorder.record(delivered)).rejects.toThrow('the disk is full')
      expect(logged).toEqual([expect.stringContaining('the disk is full')])
    })

    it('are not delayed by recording when the server stops', async () => {
      const stopping = new AbortController()
      const recorder = createDeliveryRecorder({
        repository: createOutboxRepository({ database: failing(9) }),
        clock: instance.clock.read,
        log: silentLog,
        stopping: stopping.signal,
        pauses: [DAY],
      })
      const recording = recorder.record(delivered)
      stopping.abort()
      await expect(recording).rejects.toThrow('the disk is full')
    })

    it('do not prevent the server from stopping when it no longer answers', async () => {
      const target = await receiver()
      await instance.notificationTargets.create(null, targetBody({ url: target.url }))
      await instance.happen()
      const stuck = notificationsOver(
        { ...database(), write: () => new Promise(() => undefined) },
        instance.clock,
      )
      await stuck.deliveries.deliverDue()
      await stuck.deliveries.stop()
      expect(stuck.logged[0]).toContain('deliveries still in progress will be sent again')
    })
  })

  it('update open pages when something was sent', async () => {
    const target = await receiver()
    await instance.notificationTargets.create(null, targetBody({ url: target.url }))
    await instance.happen()
    const before = instance.announced.length
    await instance.deliver()
    expect(instance.announced.length).toBeGreaterThan(before)
  })
})
