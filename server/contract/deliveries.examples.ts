import { deliveryDetailsSchema, deliverySchema, resentSchema } from './deliveries'
import { deliveryCause, withDeliveryText } from './delivery-cause'
import { example } from './example'

const attempt = {
  at: '2026-11-21T09:30:00.000Z',
  duration_ms: 85,
  status: 503,
  answer: 'Busy',
  ...withDeliveryText(deliveryCause('answered_with', { status: 503, text: 'Busy' })),
}
const delivery = example(deliverySchema, {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
  target: { id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f60', name: 'Chat', kind: 'custom' },
  book: { asin: 'B0EXAMPLE1', title: 'The Lighthouse Keeper’s Almanac' },
  people: 'robin',
  error: attempt.error,
  cause: attempt.cause,
  next_attempt_at: attempt.at,
  last_try: attempt,
})
example(deliveryDetailsSchema, { ...delivery, tries: [attempt] })
example(resentSchema, { resent: 3 })
