import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/system'
import { createLocalSignals } from '#server/db/signals'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { createLiveEvents, type LiveClient } from '#server/http/live-events'
import { onEachDatabase } from '#tests/support/databases'
import { silentLog } from '#tests/support/records'

const person = (id: string, role: CurrentUser['role'] = 'trusted'): CurrentUser => ({
  id,
  username: id,
  role,
  root: false,
})

function clientOf() {
  const received: LiveEvent[] = []
  const client: LiveClient & { received: LiveEvent[]; closed: boolean } = {
    received,
    closed: false,
    signIn: { userId: '' },
    check: () => undefined,
    send: (event) => void received.push(event),
    close() {
      client.closed = true
    },
  }
  return client
}

const liveEvents = () => createLiveEvents({ signals: createLocalSignals(), log: silentLog })
const event: LiveEvent = { topic: 'requests', asin: 'B000000001' }

describe('live events', () => {
  it('reach administrators and the people they concern, no one else', () => {
    const live = liveEvents()
    const [admin, tess, uma] = [clientOf(), clientOf(), clientOf()]
    live.subscribe(person('root', 'admin'), admin)
    live.subscribe(person('tess'), tess)
    live.subscribe(person('uma'), uma)
    live.publish(event, { admins: true, userIds: ['tess'] })
    expect([admin.received, tess.received, uma.received]).toEqual([[event], [event], []])
    live.publish({ topic: 'session' }, { admins: false, userIds: ['uma'] })
    expect([admin, tess, uma].map(({ received }) => received.length)).toEqual([1, 1, 1])
    live.publish({ topic: 'session' }, 'everyone')
    expect([admin, tess, uma].map(({ received }) => received.length)).toEqual([2, 2, 2])
  })

  it('are replaced if signals of other instances may be lost: everyone refetches', () => {
    const looks: (() => void)[] = []
    const onMissed = (look: () => void) => {
      looks.push(look)
      return () => undefined
    }
    const live = createLiveEvents({ signals: { ...createLocalSignals(), onMissed }, log: silentLog })
    const [admin, tess] = [clientOf(), clientOf()]
    live.subscribe(person('root', 'admin'), admin)
    live.subscribe(person('tess'), tess)
    for (const look of looks) look()
    expect(tess.received.map(({ topic }) => topic)).toEqual([
      'requests',
      'lists',
      'notifications',
      'inbox',
      'follows',
      'session',
    ])
    expect(admin.received.map(({ topic }) => topic).toSorted()).toEqual([
      'connections',
      'follows',
      'inbox',
      'indexers',
      'lists',
      'notifications',
      'releases',
      'requests',
      'session',
      'storage',
    ])
  })

  it('reach each of very many people once', () => {
    const live = liveEvents()
    const admin = clientOf()
    live.subscribe(person('root', 'admin'), admin)
    const ids = Array.from({ length: 450 }, (_, index) => `user-${index}`)
    const clients = ids.map((id) => {
      const client = clientOf()
      live.subscribe(person(id), client)
      return client
    })
    live.publish(event, { admins: true, userIds: ids })
    expect(clients.every(({ received }) => received.length === 1)).toBe(true)
    expect(admin.received).toHaveLength(1)
  })

  it('of a newer instance that are unknown to this one are ignored', () => {
    const signals = createLocalSignals()
    const live = createLiveEvents({ signals, log: silentLog })
    const client = clientOf()
    live.subscribe(person('root', 'admin'), client)
    signals.publish('live', JSON.stringify({ event: { topic: 'reviews' }, audience: 'everyone' }))
    signals.publish('live', JSON.stringify({ event, audience: { group: 'readers' } }))
    expect(client.received).toEqual([])
    live.publish(event, 'everyone')
    expect(client.received).toEqual([event])
  })

  it('stop when a subscription ends', () => {
    const live = liveEvents()
    const client = clientOf()
    const subscription = live.subscribe(person('root', 'admin'), client)
    subscription.end()
    live.publish(event, 'everyone')
    expect(client.received).toEqual([])
    expect(live.size).toBe(0)
  })

  it('follow a change of role', () => {
    const live = liveEvents()
    const client = clientOf()
    const subscription = live.subscribe(person('tess'), client)
    subscription.setUser(person('tess', 'admin'))
    live.publish(event, { admins: true, userIds: [] })
    expect(client.received).toEqual([event])
    subscription.end()
    subscription.setUser(person('tess', 'admin'))
    expect(live.size).toBe(0)
  })

  it('close the oldest of one person’s streams when there are more than 32', () => {
    const live = liveEvents()
    const other = clientOf()
    live.subscribe(person('uma'), other)
    const clients = Array.from({ length: 34 }, () => {
      const client = clientOf()
      live.subscribe(person('tess'), client)
      return client
    })
    expect(clients.filter(({ closed }) => closed)).toEqual(clients.slice(0, 2))
    expect(other.closed).toBe(false)
    expect(live.size).toBe(33)
  })

  it('end for everyone when the server stops, even for late arrivals', () => {
    const live = liveEvents()
    const [early, late] = [clientOf(), clientOf()]
    live.subscribe(person('tess'), early)
    live.closeAll()
    live.subscribe(person('tess'), late)
    expect([early.closed, late.closed, live.size]).toEqual([true, true, 0])
  })
})

onEachDatabase('live events of several instances', (database) => {
  it('reach the streams of each', async () => {
    const instances = [1, 2].map(() => createLiveEvents({ signals: database().signals, log: silentLog }))
    const arrived = instances.map(
      (live) =>
        new Promise<LiveEvent>((resolve) => {
          const nothing = () => undefined
          live.subscribe(person('tess'), {
            signIn: { userId: 'tess' },
            send: resolve,
            check: nothing,
            close: nothing,
          })
        }),
    )
    instances[0]?.publish(event, { admins: false, userIds: ['tess'] })
    expect(await Promise.all(arrived)).toEqual([event, event])
  })
})
