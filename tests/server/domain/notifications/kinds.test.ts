import { causeOf } from '#contract/cause'
import { afterEach, beforeEach, expect, it, describe } from 'vitest'
import { deliveryText } from '#contract/delivery-cause'
import type { NotificationTargetBody } from '#contract/notifications'
import { eventsFor } from '#server/domain/notifications/audience.rules'
import { startApprise } from '#fakes/receivers/apprise'
import { startDiscord } from '#fakes/receivers/discord'
import { startGotify } from '#fakes/receivers/gotify'
import { startNtfy } from '#fakes/receivers/ntfy'
import { openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { addUser } from '#tests/support/records'
import { notificationsOver } from './notifications.fixture'

const AWKWARD = 'Say "hi"\\\n@everyone <@42> **bold** [x](http://evil.example) 👩‍👩‍👧 ‮Ünïcödé'

let opened: OpenDatabase
let instance: ReturnType<typeof notificationsOver>
const servers: { close(): Promise<void> }[] = []

beforeEach(async () => {
  opened = await openTestSqlite()
  instance = notificationsOver(opened.database)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  await opened.remove()
})

async function started<Server extends { close(): Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting
  servers.push(server)
  return server
}

/** A target as a person adds it: with only a name, an address and a token. */
function add(target: Pick<NotificationTargetBody, 'kind' | 'url'> & Partial<NotificationTargetBody>) {
  return instance.notificationTargets.create(null, {
    name: 'A target',
    events: eventsFor(null),
    enabled: true,
    ...target,
  })
}

const states = async () =>
  (await opened.database.read.select().from(opened.database.tables.deliveries)).map(({ state, cause }) => [
    state,
    cause && deliveryText(cause),
  ])

/** Every event, with the emptiest and the fullest possible facts. */
async function everythingHappens(): Promise<number> {
  await addUser(opened.database, AWKWARD, 'trusted', '123456789012345678')
  for (const event of eventsFor(null)) {
    await instance.happen({ event, book: { title: 'x', authors: [] } })
    await instance.happen({
      event,
      requesterIds: [AWKWARD],
      book: {
        title: AWKWARD.repeat(60),
        subtitle: AWKWARD,
        authors: Array.from({ length: 80 }, () => AWKWARD),
        narrators: Array.from({ length: 80 }, () => AWKWARD),
        coverUrl: 'https://covers.example/a.jpg',
      },
      release: { title: AWKWARD, sizeBytes: 1, indexer: AWKWARD, protocol: 'torrent', infoHash: 'abc' },
      error: { status: 500, cause: causeOf('other', { text: AWKWARD.repeat(100) }) },
      reason: AWKWARD.repeat(100),
    })
  }
  await instance.deliver()
  return eventsFor(null).length * 2
}

describe('With only its defaults, every event is accepted, however awkward the texts, by', () => {
  it('Discord', async () => {
    const discord = await started(startDiscord({ id: '42', token: 'secret' }))
    await add({ kind: 'discord', url: `${discord.url}/api/webhooks/42/secret` })
    const count = await everythingHappens()
    expect(discord.refused).toEqual([])
    expect(discord.taken).toHaveLength(count)
    expect(discord.taken.map(({ pinged }) => pinged)).toEqual(
      eventsFor(null).flatMap(() => [[], ['123456789012345678']]),
    )
  })

  it('Gotify', async () => {
    const gotify = await started(startGotify({ token: 'Aabc' }))
    await add({ kind: 'gotify', url: gotify.url, token: 'Aabc' })
    const count = await everythingHappens()
    expect(gotify.refused).toEqual([])
    expect(gotify.taken).toHaveLength(count)
    expect(gotify.taken[0]).toEqual({ title: 'New request', message: 'Someone requested x.', priority: 5 })
  })

  it('ntfy', async () => {
    const ntfy = await started(startNtfy({ token: 'tk_abc' }))
    await add({ kind: 'ntfy', url: `${ntfy.url}/books`, token: 'tk_abc' })
    const count = await everythingHappens()
    expect(ntfy.refused).toEqual([])
    expect(ntfy.taken).toHaveLength(count)
    expect(ntfy.taken[0]).toEqual({
      topic: 'books',
      message: 'Someone requested x.',
      title: 'New request: x',
      priority: 'default',
      tags: 'books',
      click: '',
    })
    expect(ntfy.taken[1]?.title).toContain('👩‍👩‍👧 ‮Ünïcödé')
  })

  it('Apprise', async () => {
    const apprise = await started(startApprise({ keys: { books: 'sent' } }))
    await add({ kind: 'apprise', url: `${apprise.url}/notify/books` })
    const count = await everythingHappens()
    expect(apprise.refused).toEqual([])
    expect(apprise.taken).toHaveLength(count)
    expect(apprise.taken.map(({ type }) => type)).toEqual(
      ['info', 'success', 'warning', 'info', 'failure', 'success', 'warning', 'warning'].flatMap((type) => [
        type,
        type,
      ]),
    )
  })
})

describe('A message to Discord', () => {
  it('mentions only those whom the template names in its content, not those in a title', async () => {
    const discord = await started(startDiscord({ id: '42', token: 'secret' }))
    await add({
      kind: 'discord',
      url: `${discord.url}/api/webhooks/42/secret`,
      body: '{"content":"<@{eventUserExtraData}> {bookTitle}"}',
    })
    await addUser(opened.database, 'robin', 'trusted', '77')
    await addUser(opened.database, 'mila', 'trusted', 'no number')
    for (const id of ['robin', 'mila']) {
      await instance.happen({ requesterIds: [id], book: { title: '@everyone <@42> It' } })
    }
    await instance.deliver()
    expect(discord.refused).toEqual([])
    expect(discord.taken.toSorted((a, b) => b.pinged.length - a.pinged.length)).toEqual([
      { content: '<@77> @\u200beveryone \\<\u200b\\@42> It', embeds: [], pinged: ['77'] },
      { content: ' @\u200beveryone \\<\u200b\\@42> It', embeds: [], pinged: [] },
    ])
  })

  it('is cut between two characters', async () => {
    const discord = await started(startDiscord({ id: '42', token: 'secret' }))
    await add({
      kind: 'discord',
      url: `${discord.url}/api/webhooks/42/secret`,
      body: '{"content":"{bookTitle}","allowed_mentions":{"parse":["everyone"]}}',
    })
    await instance.happen({ book: { title: '👩‍👩‍👧'.repeat(300) } })
    await instance.deliver()
    expect(discord.taken[0]?.content).toBe(`${'👩‍👩‍👧'.repeat(249)}…`)
  })

  it('leaves out an invalid name, picture or address that Discord would refuse', async () => {
    const discord = await started(startDiscord({ id: '42', token: 'secret' }))
    await add({
      kind: 'discord',
      url: `${discord.url}/api/webhooks/42/secret`,
      body: JSON.stringify({
        username: '{bookTitle}',
        avatar_url: '{bookCover}',
        content: '{eventText}',
        embeds: [{ title: '{bookTitle}', url: '{requestUrl}', image: { url: '{bookCover}' } }],
      }),
    })
    await instance.happen({ book: { title: 'Clyde and the Discordants' } })
    await instance.happen({ book: { coverUrl: `https://covers.example/${'a'.repeat(2048)}` } })
    await instance.happen({ book: { coverUrl: 'https://covers.example/a.jpg' } })
    await instance.deliver()
    expect(discord.refused).toEqual([])
    expect(discord.taken).toHaveLength(3)
  })

  it('to a deleted webhook is not retried', async () => {
    const discord = await started(startDiscord({ id: '42', token: 'secret' }))
    const target = await add({ kind: 'discord', url: `${discord.url}/api/webhooks/42/other` })
    expect(target.url).toBe(`${discord.url}/api/webhooks/42/***`)
    await instance.happen()
    await instance.deliver()
    expect(await states()).toEqual([
      ['failed', 'The target answered 404: {"message":"Unknown Webhook","code":10015}'],
    ])
  })
})

describe('A message to ntfy', () => {
  it('is cut at 4,096 bytes, between two characters', async () => {
    const ntfy = await started(startNtfy())
    await add({ kind: 'ntfy', url: `${ntfy.url}/books`, body: '{bookTitle}' })
    await instance.happen({ book: { title: 'ä'.repeat(3000) } })
    await instance.deliver()
    expect(ntfy.taken[0]?.message).toBe(`${'ä'.repeat(2046)}…`)
  })

  it('cannot get another header from a title', async () => {
    const ntfy = await started(startNtfy())
    await add({
      kind: 'ntfy',
      url: `${ntfy.url}/books`,
      headers: { Title: '{bookTitle}', Priority: '{reason}' },
    })
    await instance.happen({ book: { title: 'a\r\nPriority: 5' } })
    await instance.deliver()
    expect(ntfy.taken[0]).toMatchObject({ title: 'a Priority: 5', priority: '' })
  })

  it('is cut in its headers too', async () => {
    const ntfy = await started(startNtfy())
    await add({ kind: 'ntfy', url: `${ntfy.url}/books/`, headers: { Title: '{bookTitle}' } })
    await instance.happen({ book: { title: 'x'.repeat(20_000) } })
    await instance.deliver()
    expect(ntfy.taken).toMatchObject([{ topic: 'books', title: `${'x'.repeat(1021)}…` }])
  })

  it('shows no header that may hold a secret', async () => {
    const actions = 'http, Open the door, https://door.example, headers.Authorization=Bearer abcdef'
    const { headers } = await add({
      kind: 'ntfy',
      url: 'https://ntfy.example/books',
      headers: { Title: 'Books', Actions: actions, Attach: 'https://files.example/a?token=abcdef' },
    })
    expect(headers).toEqual({
      Title: { value: 'Books', set: true },
      Actions: { value: null, set: true },
      Attach: { value: null, set: true },
    })
  })

  it('has a topic in its address', async () => {
    await expect(add({ kind: 'ntfy', url: 'https://ntfy.example/' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'url', code: 'needs_topic' }],
    })
  })
})

describe('A message to Apprise', () => {
  it('under a key without services is not delivered', async () => {
    const apprise = await started(startApprise({ keys: {} }))
    await add({ kind: 'apprise', url: `${apprise.url}/notify/books` })
    await instance.happen()
    await instance.deliver()
    expect(await states()).toEqual([
      ['failed', expect.stringMatching(/^Apprise answered 204: it sent nothing/)],
    ])
  })

  it('that reached only some services is not retried automatically', async () => {
    const apprise = await started(startApprise({ keys: { books: 'partly' } }))
    await add({ kind: 'apprise', url: `${apprise.url}/notify/books` })
    await instance.happen()
    await instance.deliver()
    instance.clock.advance(24 * 60 * 60_000)
    await instance.deliver()
    expect(apprise.received).toHaveLength(1)
    expect(await states()).toEqual([['failed', expect.stringMatching(/^Apprise answered 424/)]])
  })

  it('that is too large is not retried', async () => {
    const apprise = await started(startApprise({ keys: { books: 'sent' } }))
    await add({ kind: 'apprise', url: `${apprise.url}/notify/books` })
    await instance.happen({ book: { title: 'x'.repeat(4_000_000) } })
    await instance.deliver()
    expect(await states()).toEqual([['failed', expect.stringMatching(/^The target answered 431/)]])
  })

  it('waits while the server is down', async () => {
    const apprise = await started(startApprise({ keys: { books: 'sent' } }))
    await add({ kind: 'apprise', url: `${apprise.url}/notify/books` })
    apprise.misbehave({ kind: 'status', status: 503 })
    await instance.happen()
    await instance.deliver()
    expect(await states()).toEqual([['pending', expect.stringMatching(/503/)]])
    apprise.misbehave(null)
    instance.clock.advance(10_000)
    await instance.deliver()
    expect(await states()).toEqual([['delivered', null]])
  })
})

it('The address of Gotify may be that of the server or of its messages, with or without a trailing slash', async () => {
  const gotify = await started(startGotify({ token: 'Aabc' }))
  for (const path of ['', '/', '/message', '/message/', '/push', '/push/message//']) {
    await add({ kind: 'gotify', name: `Gotify ${path}`, url: gotify.url + path, token: 'Aabc' })
  }
  await instance.happen()
  await instance.deliver()
  expect(gotify.refused).toEqual([])
  expect(gotify.taken).toHaveLength(6)
})

it('A message to Gotify with nothing in it says what happened, because Gotify accepts no empty one', async () => {
  const gotify = await started(startGotify({ token: 'Aabc' }))
  await add({
    kind: 'gotify',
    url: `${gotify.url}/push/`,
    token: 'Aabc',
    body: '{"message":"{bookSubtitle}"}',
  })
  await instance.happen()
  await instance.deliver()
  expect(gotify.taken).toMatchObject([{ message: 'Someone requested Dune by Frank Herbert.' }])
  expect(gotify.received[0]?.path).toBe('/push/message')
})
