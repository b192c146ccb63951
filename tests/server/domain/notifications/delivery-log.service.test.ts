import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWebhookReceiver, type Behaviour, type WebhookReceiver } from '#fakes/webhook-receiver'
import { onEachDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { notificationsOver, targetBody } from './notifications.fixture'

const page = { limit: 50, offset: 0 }

onEachDatabase('the delivery log', (database) => {
  const receivers: WebhookReceiver[] = []
  let instance: ReturnType<typeof notificationsOver>
  let answer: number

  beforeEach(() => {
    instance = notificationsOver(database())
    answer = 400
  })
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  })

  async function receiver(
    behave: Behaviour = (_call, response) => void response.writeHead(answer).end('because'),
  ) {
    const started = await startWebhookReceiver(behave)
    receivers.push(started)
    return started
  }

  async function addTarget(name = 'Chat', behave?: Behaviour) {
    const started = await receiver(behave)
    const target = await instance.notificationTargets.create(null, targetBody({ name, url: started.url }))
    return { ...target, calls: started.calls, received: started.received }
  }

  const list = async (query = {}) => instance.deliveryLog.list(null, { ...page, ...query })

  it('shows what was sent, the answer, and what comes next', async () => {
    const target = await addTarget()
    answer = 503
    for (const username of ['robin', 'mila']) await addUser(database(), username, 'trusted')
    await instance.happen({ requesterIds: ['robin', 'mila'] })
    await instance.deliver()
    const { deliveries, total } = await list()
    const at = instance.clock.read().toISOString()
    expect(total).toBe(1)
    expect(deliveries).toEqual([
      {
        id: deliveries[0]?.id,
        target: { id: target.id, name: 'Chat', kind: 'custom' },
        event: 'onNewRequest',
        book: { asin: 'B000000001', title: 'Dune' },
        people: 'robin, mila',
        state: 'pending',
        attempts: 1,
        error: 'The target answered 503: because',
        cause: { code: 'answered_with', params: { status: 503, text: 'because' } },
        next_attempt_at: new Date(instance.clock.read().getTime() + 10_000).toISOString(),
        created_at: at,
        updated_at: at,
        last_try: {
          at,
          duration_ms: 0,
          status: 503,
          answer: 'because',
          error: 'The target answered 503: because',
          cause: { code: 'answered_with', params: { status: 503, text: 'because' } },
        },
      },
    ])
    answer = 204
    instance.clock.advance(10_000)
    await instance.deliver()
    const details = await instance.deliveryLog.find(null, deliveries[0]?.id ?? '')
    expect(details).toMatchObject({ state: 'delivered', attempts: 2, error: null, next_attempt_at: null })
    expect(details.tries.map(({ status }) => status)).toEqual([204, 503])
  })

  it('is filtered and paged, newest first', async () => {
    const first = await addTarget('first')
    await addTarget('second', (_call, response) => void response.writeHead(204).end())
    for (const title of ['one', 'two', 'three']) {
      await instance.happen({ book: { title } })
      instance.clock.advance(1000)
    }
    await instance.deliver()
    const titles = (found: Awaited<ReturnType<typeof list>>) => [
      found.total,
      ...found.deliveries.map(({ book }) => book.title),
    ]
    expect(titles(await list({ target: first.id }))).toEqual([3, 'three', 'two', 'one'])
    expect(titles(await list({ state: 'failed', limit: 1, offset: 1 }))).toEqual([3, 'two'])
    expect(titles(await list({ event: 'onAvailable' }))).toEqual([0])
    expect((await list()).total).toBe(6)
  })

  it('resends one that failed for good', async () => {
    const target = await addTarget()
    await instance.happen()
    await instance.deliver()
    const [failed] = (await list({ state: 'failed' })).deliveries
    answer = 204
    const before = instance.announced.length
    expect(await instance.deliveryLog.resend(null, failed?.id ?? '')).toMatchObject({
      state: 'pending',
      attempts: 0,
      error: null,
    })
    expect(instance.announced.length).toBe(before + 1)
    await instance.deliver()
    expect(target.calls).toHaveLength(2)
    expect((await list()).deliveries).toMatchObject([{ id: failed?.id, state: 'delivered', attempts: 1 }])
  })

  it('resends everything that failed at one target, and nothing else', async () => {
    const target = await addTarget('one')
    const other = await addTarget('other')
    for (let index = 0; index < 3; index += 1) await instance.happen()
    await instance.deliver()
    expect((await instance.notificationTargets.list(null)).map(({ failed_count }) => failed_count)).toEqual([
      3, 3,
    ])
    answer = 204
    expect(await instance.deliveryLog.resendFailed(null, target.id)).toEqual({ resent: 3 })
    await instance.deliver()
    expect([target.calls.length, other.calls.length]).toEqual([6, 3])
    expect(await instance.deliveryLog.resendFailed(null, target.id)).toEqual({ resent: 0 })
  })

  it('marks a target whose last message failed for good, until one arrives', async () => {
    const { id } = await addTarget()
    const marked = async () =>
      (await instance.notificationTargets.list(null)).map((target) => [
        target.failing,
        target.failed_count,
        target.pending_count,
      ])
    const failing = (since: string, status: number) => ({
      since,
      error: `The target answered ${status}: because`,
      cause: { code: 'answered_with', params: { status, text: 'because' } },
    })
    await instance.happen()
    expect(await marked()).toEqual([[null, 0, 1]])
    await instance.deliver()
    const since = instance.clock.read().toISOString()
    expect(await marked()).toEqual([[failing(since, 400), 1, 0]])
    answer = 410
    instance.clock.advance(1000)
    await instance.happen()
    await instance.deliver()
    expect(await marked()).toEqual([[failing(since, 410), 2, 0]])
    answer = 204
    instance.clock.advance(1000)
    await instance.deliveryLog.resendFailed(null, id)
    await instance.deliver()
    expect(await marked()).toEqual([[null, 0, 0]])
    answer = 400
    instance.clock.advance(1000)
    await instance.happen()
    await instance.deliver()
    const again = instance.clock.read().toISOString()
    expect(await marked()).toEqual([[failing(again, 400), 1, 0]])
  })

  it('does not resend what is being sent right now', async () => {
    let finish: () => void = () => undefined
    const target = await addTarget(
      'slow',
      (_call, response) => void (finish = () => void response.writeHead(204).end()),
    )
    await instance.happen()
    await instance.deliveries.deliverDue()
    await target.received(1)
    const [delivery] = (await list()).deliveries
    await expect(instance.deliveryLog.resend(null, delivery?.id ?? '')).rejects.toMatchObject({
      status: 409,
      code: 'delivery_under_way',
    })
    finish()
    await instance.deliveries.settled()
    expect((await list()).deliveries).toMatchObject([{ state: 'delivered' }])
  })

  it('belongs to the owner of the target', async () => {
    await addUser(database(), 'mila', 'trusted')
    const target = await addTarget()
    await instance.happen()
    const [delivery] = (await list()).deliveries
    const unknown = { code: 'unknown_delivery' }
    expect(await instance.deliveryLog.list('mila', page)).toEqual({ deliveries: [], total: 0 })
    await expect(instance.deliveryLog.find('mila', delivery?.id ?? '')).rejects.toMatchObject(unknown)
    await expect(instance.deliveryLog.resend('mila', delivery?.id ?? '')).rejects.toMatchObject(unknown)
    await expect(instance.deliveryLog.resendFailed('mila', target.id)).rejects.toMatchObject({
      code: 'unknown_target',
    })
  })
})
