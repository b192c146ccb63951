import { describe, expect, it } from 'vitest'
import { deliveryText, type DeliveryCause } from '#contract/delivery-cause'
import { postgresBefore, sqliteBefore } from '#tests/support/former-database'

/** What a former version stored, the cause that replaces it, and its words where they differ now. */
const STORED: [sentence: string, cause: DeliveryCause, words?: string][] = [
  ['The target answered 404.', { code: 'answered', params: { status: 404 } }],
  [
    'The target answered 503: it is "busy", isn’t it?',
    { code: 'answered_with', params: { status: 503, text: 'it is "busy", isn’t it?' } },
  ],
  [
    'The target answered 308: it redirects. Enter the address it redirects to.',
    { code: 'redirects', params: { status: 308 } },
  ],
  ['The target did not answer within 30 seconds.', { code: 'timed_out', params: { seconds: 30 } }],
  [
    'The address is not in the public network, or does not exist. An administrator can allow private ones for targets of users.',
    { code: 'not_public', params: {} },
    'The address is not on the public internet, or does not exist. An administrator can allow private addresses for users’ targets.',
  ],
  [
    'Apprise answered 204: it sent nothing, as there is no service in the configuration of this address.',
    { code: 'nothing_sent', params: { service: 'Apprise', status: 204 } },
    'Apprise answered 204: it sent nothing, as the configuration at this address contains no service.',
  ],
  [
    'Apprise answered 424: at least one of its services failed. Others may have got the message, so it is not repeated by itself.',
    { code: 'sent_in_part', params: { service: 'Apprise', status: 424 } },
    'Apprise answered 424: at least one of its services failed. Others may have received the message, so Earmark does not resend it by itself.',
  ],
  [
    'Apprise answered 424: at least one of its services failed. Others may have got the message, so it is not repeated by itself. Its answer: {"error": 1}',
    { code: 'sent_in_part_with', params: { service: 'Apprise', status: 424, text: '{"error": 1}' } },
    'Apprise answered 424: at least one of its services failed. Others may have received the message, so Earmark does not resend it by itself. Its answer: {"error": 1}',
  ],
  [
    'Nothing listens at the address.',
    { code: 'connection_failed', params: { failure: 'ECONNREFUSED' } },
    'The connection to the target failed: nothing is listening at the address.',
  ],
  [
    'The connection failed (EPROTO).',
    { code: 'connection_failed', params: { failure: 'EPROTO' } },
    'The connection to the target failed: the connection failed (EPROTO).',
  ],
  ['The target answered nonsense.', { code: 'other', params: { text: 'The target answered nonsense.' } }],
  ["Nobody's there \\ 100 %", { code: 'other', params: { text: "Nobody's there \\ 100 %" } }],
]

const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`)

describe.each([
  ['SQLite', sqliteBefore],
  ['PostgreSQL', postgresBefore],
])('Why messages failed, as a former version stored it (%s)', (_name, make) => {
  it('becomes a code if it is known, and keeps its words otherwise', async () => {
    const former = await make('_delivery-causes')
    const { time } = former
    const rows = [...STORED.map(([sentence]) => sentence), null].flatMap((sentence, at) => [
      `insert into deliveries (id, target_id, event, variables, state, attempts, next_attempt_at, last_error, created_at, updated_at)
       values ('d${at}', 't', 'onNewRequest', '{}', 'failed', 1, ${time}, ${quoted(sentence)}, ${time}, ${time})`,
      `insert into delivery_attempts (id, delivery_id, at, duration_ms, error)
       values ('a${at}', 'd${at}', ${time}, 1, ${quoted(sentence)})`,
    ])
    await former.execute([
      `insert into notification_targets (id, kind, name, name_key, url, events, body_type, body, headers, enabled, created_at, updated_at)
       values ('t', 'custom', 'Chat', 'chat', '', '[]', 'text', '', '', true, ${time}, ${time})`,
      ...rows,
    ])
    const { read, tables } = await former.open()

    const causes = Object.fromEntries(
      (await read.select().from(tables.deliveries)).map(({ id, cause }) => [id, cause]),
    )
    const expected = Object.fromEntries(
      [...STORED.map(([, cause]) => cause), null].map((cause, at) => [`d${at}`, cause]),
    )
    expect(causes).toEqual(expected)
    const attempts = await read.select().from(tables.deliveryAttempts)
    expect(Object.fromEntries(attempts.map(({ deliveryId, cause }) => [deliveryId, cause]))).toEqual(expected)
  })
})

it.each(STORED)('reads as before, or better: %s', (sentence, cause, words = sentence) => {
  expect(deliveryText(cause)).toBe(words)
})
