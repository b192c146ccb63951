import { describe, expect, it } from 'vitest'
import type { DeliveryDto } from '#contract/deliveries'
import { json, problem } from '#tests/client/support/fakeServer'
import type { Answer } from '#tests/client/support/fakeServer'
import { aTarget } from '#tests/client/support/notificationSamples'
import { openPage } from '#tests/client/support/openPage'

const BASE = '/api/settings'
const OWN = '/api/settings/account'
const AT = '2026-11-21T09:30:00Z'
const TRY: NonNullable<DeliveryDto['last_try']> = {
  at: AT,
  duration_ms: 1085,
  status: 503,
  answer: 'Busy',
  error: 'What the server says',
  cause: { code: 'answered_with', params: { status: 503, text: 'Busy' } },
}

function aDelivery(delivery: Partial<DeliveryDto> = {}): DeliveryDto {
  return {
    id: 'd1',
    target: { id: 't1', name: 'Family chat', kind: 'custom' },
    event: 'onAvailable',
    book: { asin: 'B000000001', title: 'The Quiet Tide' },
    people: 'marta, lea',
    state: 'failed',
    attempts: 7,
    error: 'What the server says',
    cause: { code: 'answered', params: { status: 503 } },
    next_attempt_at: null,
    created_at: AT,
    updated_at: AT,
    last_try: TRY,
    ...delivery,
  }
}
const RESEND = 'Send again: Available: The Quiet Tide'

const open = (
  deliveries: DeliveryDto[],
  { at = '/settings/notifications/deliveries', answers = {}, total = deliveries.length }: Given = {},
) =>
  openPage(at, {
    user: { role: at.includes('account') ? 'untrusted' : 'admin' },
    answers: {
      [`GET ${BASE}/notifications`]: () => json([aTarget()]),
      [`GET ${OWN}/notifications`]: () => json([aTarget()]),
      [`GET ${BASE}/deliveries`]: () => json({ deliveries, total }),
      [`GET ${OWN}/deliveries`]: () => json({ deliveries, total }),
      ...answers,
    },
  })
interface Given {
  at?: string
  answers?: Record<string, Answer>
  total?: number
}

describe('the delivery log', () => {
  it('shows what was sent, where, about whom, and the outcome', async () => {
    const { text } = await open([aDelivery()])
    for (const words of [
      'The Quiet Tide',
      'Available · to Family chat · about marta, lea',
      '21 Nov 2026',
      'Failed after 7 attempts',
      'The target answered 503',
    ]) {
      expect(text()).toContain(words)
    }
  })

  it.each([
    [{ state: 'delivered', attempts: 1 }, 'Delivered'],
    [{ state: 'pending', attempts: 0, next_attempt_at: AT }, 'Waiting'],
    [{ state: 'pending', attempts: 1, next_attempt_at: AT }, 'Failed 1 time, next attempt now'],
  ] as const)('puts %o into words', async (delivery, words) => {
    const { text } = await open([aDelivery({ ...delivery, error: null, cause: null })])
    expect(text()).toContain(words)
  })

  it('shows every attempt with its answer on request', async () => {
    const unanswered = { at: '2026-11-21T09:00:00Z', status: null, answer: null }
    const refused = { code: 'connection_failed', params: { failure: 'ECONNREFUSED' } } as const
    const tries = [TRY, { ...TRY, ...unanswered, cause: refused }]
    const { server, press, text } = await open([aDelivery()], {
      answers: { [`GET ${BASE}/deliveries/{}`]: () => json({ ...aDelivery(), tries }) },
    })
    expect(server.called(`GET ${BASE}/deliveries/d1`)).toHaveLength(0)
    await press('Attempts: Available: The Quiet Tide')
    for (const words of [
      'Answered 503 after 1,085 ms',
      'Busy',
      'No answer after 1,085 ms',
      'failed: nothing is listening at',
    ]) {
      expect(text()).toContain(words)
    }
  })

  it('resends a message that failed', async () => {
    const { server, press, text } = await open([aDelivery()], {
      answers: { [`POST ${BASE}/deliveries/{}/resend`]: () => json(aDelivery({ state: 'pending' })) },
    })
    await press(RESEND)
    expect(server.called(`POST ${BASE}/deliveries/d1/resend`)).toHaveLength(1)
    expect(text()).toContain('Sending it again')
  })

  it('confirms before it repeats a message that arrived', async () => {
    const { server, press } = await open([aDelivery({ state: 'delivered', error: null })], {
      answers: { [`POST ${BASE}/deliveries/{}/resend`]: () => json(aDelivery({ state: 'pending' })) },
    })
    await press(RESEND)
    expect(server.called(`POST ${BASE}/deliveries/d1/resend`)).toHaveLength(0)
    await press('Already delivered. Send it again?')
    expect(server.called(`POST ${BASE}/deliveries/d1/resend`)).toHaveLength(1)
  })

  it('says why a message was not resent', async () => {
    const detail = 'The message is being sent right now.'
    const { press, text } = await open([aDelivery()], {
      answers: {
        [`POST ${BASE}/deliveries/{}/resend`]: () =>
          problem({ status: 409, code: 'delivery_under_way', detail }),
      },
    })
    await press(RESEND)
    expect(text()).toContain(detail)
  })

  it('is filtered by target and state in the address, starting with the first page', async () => {
    const { server, fill, path } = await open([aDelivery()], {
      at: '/settings/notifications/deliveries?target=t1&page=2',
      total: 60,
    })
    await fill('State', 'failed')
    expect(path()).toBe('/settings/notifications/deliveries?target=t1&state=failed')
    const query = server.called(`GET ${BASE}/deliveries`).at(-1)?.query
    expect(Object.fromEntries(query ?? [])).toEqual({
      target: 't1',
      state: 'failed',
      limit: '25',
      offset: '0',
    })
  })

  it('is paged', async () => {
    const { server, press, path } = await open([aDelivery()], { total: 60 })
    await press('Next page')
    expect(path()).toBe('/settings/notifications/deliveries?page=2')
    expect(server.called(`GET ${BASE}/deliveries`).at(-1)?.query.get('offset')).toBe('25')
  })

  it('leads back to everything if nothing matches, even for a deleted target', async () => {
    const { text, press, path } = await open([], { at: '/settings/notifications/deliveries?target=gone' })
    expect(text()).toContain('No matching messages')
    expect(text()).toContain('Removed target')
    await press('Show everything')
    expect(path()).toBe('/settings/notifications/deliveries')
    expect(text()).toContain('Nothing sent yet')
  })

  it('is available to everyone for their own targets', async () => {
    const { server, text } = await open([aDelivery()], { at: '/settings/account/deliveries' })
    expect(text()).toContain('Every message to your targets')
    expect(server.called(`GET ${OWN}/deliveries`)).toHaveLength(1)
    expect(
      server.calls.some(
        ({ path }) => path.startsWith(`${BASE}/notifications`) || path.startsWith(`${BASE}/deliveries`),
      ),
    ).toBe(false)
  })

  it('of the server is only for administrators', async () => {
    const { text } = await openPage('/settings/notifications/deliveries', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })
})
