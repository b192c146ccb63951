import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOTIFICATION_EVENTS, SERVICE_KINDS, TEMPLATE_VARIABLES } from '#contract/notifications'
import { eventsFor } from '#server/domain/notifications/audience.rules'
import { startNtfy } from '#fakes/receivers/ntfy'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { notificationsOver, targetBody } from './notifications.fixture'

let opened: OpenDatabase
let receiver: WebhookReceiver
let instance: ReturnType<typeof notificationsOver>

beforeEach(async () => {
  opened = await openTestSqlite()
  instance = notificationsOver(opened.database)
  receiver = await startWebhookReceiver(
    (_call, response) => void response.writeHead(200).end('thank you, hush-hush'),
  )
})
afterEach(async () => {
  await receiver.close()
  await opened.remove()
})

describe('a test', () => {
  it('sends sample data with unsaved values, and shows the request without its secrets', async () => {
    const result = await instance.notificationTests.test(null, {
      url: `${receiver.url.replace('//', '//me:hush-hush@')}/hook?token=abcdef`,
      body_type: 'json',
      body: '{"text":"{eventUser} {unheardOf}","ping":"<@{eventUserExtraData}>"}',
      headers: { 'X-Token': 'ghijkl' },
      event: 'onAvailable',
    })
    const body = '{"text":"robin {unheardOf}","ping":"<@123456789012345678>"}'
    expect(result).toEqual({
      delivered: true,
      error: null,
      cause: null,
      request: {
        method: 'POST',
        url: `${receiver.url.replace('//', '//me:***@')}/hook?token=***`,
        headers: {
          authorization: '***',
          'content-type': 'application/json',
          'user-agent': 'Earmark/test',
          'x-token': '***',
        },
        body,
      },
      answer: { status: 200, body: 'thank you, ***' },
      duration_ms: 0,
      unknown_variables: [{ path: 'body', name: 'unheardOf' }],
      shortened: [],
    })
    expect(receiver.calls).toMatchObject([{ body, headers: { 'x-token': 'ghijkl' } }])
    expect(await opened.database.read.$count(opened.database.tables.deliveries)).toBe(0)
  })

  it('of a saved target uses stored values, secrets included', async () => {
    const { id, url } = await instance.notificationTargets.create(
      null,
      targetBody({ url: `${receiver.url}/?token=abcdef`, headers: { 'X-Token': 'ghijkl' } }),
    )
    const plain = await instance.notificationTests.testSaved(null, id, undefined)
    expect(plain).toMatchObject({ delivered: true, request: { url } })
    await instance.notificationTests.testSaved(null, id, {
      url,
      headers: { 'X-Token': null, 'X-More': 'mnopqr' },
      body: '{"text":"changed"}',
    })
    expect(
      receiver.calls.map(({ query, headers, body }) => [String(query), headers['x-token'], body]),
    ).toEqual([
      ['token=abcdef', 'ghijkl', '{"text":"The Lighthouse Keeper’s “Almanac”"}'],
      ['token=abcdef', 'ghijkl', '{"text":"changed"}'],
    ])
  })

  it('reports the service’s answer if it refuses the message', async () => {
    const ntfy = await startNtfy({ token: 'tk_abc' })
    const result = await instance.notificationTests.test(null, {
      kind: 'ntfy',
      url: `${ntfy.url}/books`,
      token: 'tk_wrong',
    })
    await ntfy.close()
    expect(result).toMatchObject({
      delivered: false,
      error: expect.stringMatching(/^The target answered 401: /),
      request: {
        headers: {
          title: expect.stringMatching(/^=\?UTF-8\?B\?/),
          priority: 'default',
          authorization: '***',
        },
      },
      answer: { status: 401, body: expect.stringContaining('unauthorized') },
    })
  })

  it.each([
    ['url', {}],
    ['body', { url: 'https://chat.example', body_type: 'json' as const, body: '{' }],
    ['body_type', { url: 'https://ntfy.example/a', kind: 'ntfy' as const, body_type: 'json' as const }],
    ['token', { url: 'https://discord.example', kind: 'discord' as const, token: 'abc' }],
  ])('of a target with an invalid %s is refused', async (path, body) => {
    const refusal = instance.notificationTests.test(null, body)
    await expect(refusal).rejects.toMatchObject({
      code: 'validation_failed',
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })
})

describe('a preview', () => {
  const preview = (body: object) =>
    instance.notificationTests.preview(null, { kind: 'custom', event: 'onNewRequest', url: '', ...body })

  it('shows what would be sent, and sends nothing', async () => {
    const shown = await preview({
      url: `${receiver.url}/?token=abc`,
      body_type: 'text',
      body: '{bookTitle} {nothing}',
      headers: { 'X-A': '{eventUser} {more}', 'X-Kept': null },
    })
    expect(shown).toMatchObject({
      request: {
        url: `${receiver.url}/?token=***`,
        headers: { 'x-a': '***', 'x-kept': '***' },
        body: 'The Lighthouse Keeper’s “Almanac” {nothing}',
      },
      problems: [],
      unknown_variables: [
        { path: 'body', name: 'nothing' },
        { path: 'headers.X-A', name: 'more' },
      ],
    })
    expect(receiver.calls).toEqual([])
  })

  it('says what is wrong so far', async () => {
    expect(await preview({ url: 'https:', body_type: 'json', body: '{"a": {bookTitle}' })).toMatchObject({
      request: { url: 'https:' },
      problems: [{ path: 'body', code: 'not_json', message: expect.stringMatching(/^Must be valid JSON/) }],
    })
  })

  it.each(SERVICE_KINDS)('of the defaults of %s has no complaints', async (kind) => {
    for (const event of NOTIFICATION_EVENTS) {
      expect(await preview({ kind, event })).toMatchObject({
        problems: [],
        unknown_variables: [],
        shortened: [],
      })
    }
  })

  it('says what does not fit', async () => {
    const shortened = async (body: object) => (await preview(body)).shortened
    expect(await shortened({ kind: 'discord', body: `{"content":"${'x'.repeat(2001)}"}` })).toEqual([
      'content',
    ])
    expect(await shortened({ kind: 'ntfy', body: 'x'.repeat(4097) })).toEqual([''])
  })

  it('uses the given language', async () => {
    const given = { body_type: 'text', body: '{eventTitle}: {eventText}' }
    const bodyIn = async (language: 'de' | null) => (await preview({ ...given, language })).request.body
    const { sample } = await preview({ ...given, language: 'de' })
    expect(Object.keys(sample).toSorted()).toEqual([...TEMPLATE_VARIABLES].toSorted())
    expect(sample.eventTitle).toBe('Neue Anfrage')
    expect(await bodyIn('de')).toBe(
      'Neue Anfrage: robin hat The Lighthouse Keeper’s “Almanac” von Inés Calder angefragt.',
    )
    expect(await bodyIn(null)).toMatch(/^New request: robin requested/)
  })
})

it('a form gets everything it needs for every kind, event and variable', async () => {
  const { kinds, events, variables, allowed } = await instance.notificationTests.kinds(null)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...SERVICE_KINDS].toSorted())
  expect(events).toEqual(eventsFor(null))
  expect(variables).toEqual([...TEMPLATE_VARIABLES])
  expect(allowed).toBe(true)
})

describe('a token', () => {
  const gotify = (fields: object) =>
    targetBody({ kind: 'gotify', url: receiver.url, body: undefined, body_type: undefined, ...fields })

  it('is kept by an edit that omits it, replaced by a new one and removed by an empty one', async () => {
    const { notificationTargets: targets } = instance
    const { id, headers, token } = await targets.create(
      null,
      gotify({ token: 'first', headers: { 'X-A': 'a' } }),
    )
    expect([headers, token]).toEqual([{ 'X-A': { value: null, set: true } }, { set: true }])
    const sent = async () => {
      await instance.notificationTests.testSaved(null, id, undefined)
      return receiver.calls.at(-1)?.headers['x-gotify-key']
    }
    expect(await sent()).toBe('first')
    await targets.update(null, id, gotify({ name: 'Renamed', headers: { 'X-A': null } }))
    expect(await sent()).toBe('first')
    await targets.update(null, id, gotify({ token: 'second' }))
    expect(await sent()).toBe('second')
    expect((await targets.update(null, id, gotify({ token: '' }))).token).toEqual({ set: false })
    expect(await sent()).toBeUndefined()
  })

  it('is not sent to another address, unlike what is not secret', async () => {
    const { notificationTargets: targets, notificationTests: tests } = instance
    const ntfy = (fields: object) =>
      targetBody({ kind: 'ntfy', body: undefined, body_type: undefined, headers: undefined, ...fields })
    const { id } = await targets.create(null, ntfy({ url: 'https://ntfy.example/books', token: 'tk_abc' }))
    const url = `${receiver.url}/books`
    const refusal = {
      errors: [{ path: 'token', code: 'enter_again_for_kind' }],
    }
    await expect(tests.testSaved(null, id, { url })).rejects.toMatchObject(refusal)
    await expect(targets.update(null, id, ntfy({ url, token: null }))).rejects.toMatchObject(refusal)
    expect(receiver.calls).toEqual([])
    expect(await targets.update(null, id, ntfy({ url, token: '' }))).toMatchObject({
      url,
      token: { set: false },
      headers: { Title: { value: '{eventTitle}: {bookTitle}' } },
    })
    await tests.testSaved(null, id, undefined)
    expect(receiver.calls[0]?.headers['authorization']).toBeUndefined()
  })

  it('is not sent to another service', async () => {
    const { notificationTargets: targets } = instance
    const { id } = await targets.create(null, gotify({ token: 'secret' }))
    const changed = await targets.update(
      null,
      id,
      targetBody({
        kind: 'ntfy',
        url: `${receiver.url}/books`,
        body: undefined,
        body_type: undefined,
        headers: undefined,
      }),
    )
    expect(changed).toMatchObject({ token: { set: false }, body: '{eventText}', body_type: 'text' })
    expect(changed.headers['Title']).toEqual({ value: '{eventTitle}: {bookTitle}', set: true })
  })
})
