import { afterEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type Behaviour, type WebhookReceiver } from '#fakes/webhook-receiver'
import { createWebhook, postThrough } from '#server/domain/notifications/drivers/webhook'
import type { WebhookCall } from '#server/domain/notifications/notifications.types'
import { freePort } from '#tests/support/free-port'

const receivers: WebhookReceiver[] = []
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receiver(behave?: Behaviour) {
  const started = await startWebhookReceiver(behave)
  receivers.push(started)
  return started
}

const reach = {
  post: postThrough(fetch),
  postPublicly: postThrough(fetch),
  seal: () => Promise.reject(new Error('nothing to encrypt')),
}
const plain = { headers: {}, openHeaders: [], bodyType: 'json', body: '{}', publicOnly: false } as const
const never = () => new AbortController().signal

function send(call: Partial<WebhookCall> & { url: string }, options: { timeout?: number } = {}) {
  const webhook = createWebhook({ ...reach, userAgent: 'Earmark/test', ...options })
  return webhook.send({ ...plain, ...call }, never())
}

describe('a message', () => {
  it('is posted as JSON with its headers', async () => {
    const target = await receiver()
    const body = '{"title":"Ærø 🎧"}'
    const result = await send({
      url: `${target.url}/hook?token=a`,
      headers: { 'X-Token': 'abc', Title: 'Grüße' },
      body,
    })
    expect(result).toEqual({ kind: 'answered', status: 204, retryAfter: null, answer: '' })
    const [call] = target.calls
    expect(call).toMatchObject({ method: 'POST', path: '/hook', body })
    expect(String(call?.query)).toBe('token=a')
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-token': 'abc',
      'user-agent': 'Earmark/test',
    })
    expect(Buffer.from(String(call?.headers['title']), 'latin1').toString('utf8')).toBe('Grüße')
  })

  it('is posted as text, or as the content type in a header', async () => {
    const target = await receiver()
    await send({ url: target.url, bodyType: 'text', body: 'hello' })
    await send({ url: target.url, bodyType: 'text', headers: { 'Content-Type': 'text/markdown' } })
    expect(target.calls.map(({ headers }) => headers['content-type'])).toEqual([
      'text/plain; charset=utf-8',
      'text/markdown',
    ])
  })

  it('sends the address’s username and password as Basic credentials', async () => {
    const target = await receiver()
    await send({ url: target.url.replace('//', '//me:p%C3%A4ss@') })
    const [scheme, value] = String(target.calls[0]?.headers.authorization).split(' ')
    expect([scheme, Buffer.from(String(value), 'base64').toString('utf8')]).toEqual(['Basic', 'me:päss'])
  })
})

describe('an answer', () => {
  it('is stored with its status and its request to wait', async () => {
    const target = await receiver(
      (_call, response) => void response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
    )
    expect(await send({ url: target.url })).toEqual({
      kind: 'answered',
      status: 429,
      retryAfter: '7',
      answer: 'slow down',
    })
  })

  it('that repeats secrets is stored without them', async () => {
    const target = await receiver(
      (call, response) =>
        void response
          .writeHead(400)
          .end(`bad ?${String(call.query)} ${call.query.get('token')} ${JSON.stringify(call.headers)}`),
    )
    const url = `${target.url.replace('//', '//me:hush-hush@')}/hook?token=very%20secret`
    const result = await send({ url, headers: { 'X-Gotify-Key': 'AbCdEf', 'X-Auth': 'Bearer tk_123456' } })
    const text = JSON.stringify(result)
    expect(text).toContain('bad ?token=')
    for (const secret of ['AbCdEf', 'tk_123456', 'hush-hush', 'very secret', btoa('me:hush-hush')]) {
      expect(text).not.toContain(secret)
    }
  })

  it('of any length is read and stored in part', async () => {
    const target = await receiver((_call, response) => {
      response.writeHead(500)
      const pump = () => {
        while (!response.destroyed)
          if (!response.write('x'.repeat(64_000))) return void response.once('drain', pump)
      }
      pump()
    })
    const result = await send({ url: target.url })
    expect(result).toMatchObject({ kind: 'answered', status: 500 })
    expect(result.kind === 'answered' && result.answer).toHaveLength(500)
  })

  it('that redirects is not followed', async () => {
    const other = await receiver()
    const target = await receiver((_call, response) => {
      response.writeHead(307, { location: other.url }).end()
    })
    expect(await send({ url: target.url, headers: { 'X-Token': 'abc' } })).toMatchObject({ status: 307 })
    expect(other.calls).toEqual([])
  })

  it('whose body breaks off still counts by its status', async () => {
    const target = await receiver((_call, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect(await send({ url: target.url })).toMatchObject({ kind: 'answered', status: 200 })
  })
})

describe('a missing answer', () => {
  const failed = (failure: string) => ({
    kind: 'unanswered',
    cause: { code: 'connection_failed', params: { failure } },
  })

  it('is reported if nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`
    expect(await send({ url })).toEqual(failed('ECONNREFUSED'))
  })

  it('is reported if the connection broke', async () => {
    const target = await receiver((_call, response) => void response.destroy())
    expect(await send({ url: target.url })).toEqual(failed('UND_ERR_SOCKET'))
  })

  it('is reported if the time limit passed', async () => {
    const target = await receiver(() => undefined)
    expect(await send({ url: target.url }, { timeout: 50 })).toEqual({
      kind: 'unanswered',
      cause: { code: 'timed_out', params: { seconds: 0 } },
    })
  })

  it('is reported if a port is blocked', async () => {
    expect(await send({ url: 'http://127.0.0.1:25/' })).toEqual(failed('bad_port'))
  })

  it('counts as interrupted if the server stops', async () => {
    const target = await receiver(() => undefined)
    const webhook = createWebhook({ ...reach, userAgent: 'Earmark/test' })
    const interrupt = new AbortController()
    const sending = webhook.send({ ...plain, url: target.url }, interrupt.signal)
    await target.received(1)
    interrupt.abort()
    expect(await sending).toEqual({ kind: 'interrupted' })
  })
})
