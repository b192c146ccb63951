import { describe, expect, it, onTestFinished } from 'vitest'
import { startWebhookReceiver, type Behaviour } from '#fakes/webhook-receiver'
import { isPrivateAddress, isPublicAddress } from '#server/upstream/public-address'
import { createPublicPost as postThroughRequest } from '#server/domain/notifications/drivers/public-post'
import { createWebhook, RefusedAddress } from '#server/domain/notifications/drivers/webhook'
import { createPublicRequest, type LookupAll } from '#server/upstream/public-request'
import { UNTIL_TRUE_MS } from '#tests/support/limits'

const createPublicPost = (options?: Parameters<typeof createPublicRequest>[0]) =>
  postThroughRequest(createPublicRequest(options))

async function receiver(behave?: Behaviour) {
  const started = await startWebhookReceiver(behave)
  onTestFinished(started.close)
  return started
}

/** A name server that gives these answers one after the other, and repeats the last one. */
function namesGoTo(...answers: string[][]): { lookUp: LookupAll; queried: string[] } {
  const queried: string[] = []
  return {
    queried,
    lookUp: (host, callback) => {
      const addresses = answers[Math.min(queried.length, answers.length - 1)] ?? []
      queried.push(host)
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  }
}

const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })

const request = () => ({
  headers: new Headers({ 'x-token': 'abc', 'content-type': 'text/plain' }),
  body: 'Grüße',
  signal: new AbortController().signal,
})

describe('An address is public', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('An address is not public', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    'no address',
    '',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('An address that is private in any notation', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'https://[::1]:8080/a',
    'http://[::ffff:7f00:1]/',
    'http://192.168.0.1.:80/',
  ])('%s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it('and one with a name or a public number is not', () => {
    expect(isPrivateAddress('https://ntfy.example/topic')).toBe(false)
    expect(isPrivateAddress('https://1.1.1.1/')).toBe(false)
  })
})

describe('Posting publicly', () => {
  it('reaches a name with only public addresses, looked up for this connection', async () => {
    const target = await receiver((_call, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('later')
    })
    const names = namesGoTo(['127.0.0.1'])
    const post = createPublicPost({ lookUp: names.lookUp, isAllowed: (address) => address === '127.0.0.1' })
    const { port } = new URL(target.url)
    const response = await post(`http://hook.example:${port}/a?b=c`, request())
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      'later',
    ])
    expect(target.calls).toMatchObject([
      {
        method: 'POST',
        path: '/a',
        body: 'Grüße',
        headers: { 'x-token': 'abc', host: `hook.example:${port}` },
      },
    ])
    expect(names.queried).toEqual(['hook.example'])
  })

  it.each([
    ['a private address', [['127.0.0.1']]],
    ['a public and a private one', [['1.1.1.1', '127.0.0.1']]],
    ['one that is written as IPv6', [['::ffff:127.0.0.1']]],
  ])('does not reach a name that leads to %s', async (_what, answers) => {
    const target = await receiver()
    const post = createPublicPost({ lookUp: namesGoTo(...answers).lookUp })
    const { port } = new URL(target.url)
    await expect(post(`http://hook.example:${port}/`, request())).rejects.toThrow(RefusedAddress)
    expect(target.calls).toEqual([])
  })

  it('gives the same error for a private address and for an unknown name', async () => {
    const reasons = await Promise.all(
      [
        createPublicPost()('http://10.1.2.3/', request()),
        createPublicPost({ lookUp: namesGoTo(['192.168.0.1']).lookUp })('http://nas.home/', request()),
        createPublicPost({ lookUp: (_host, callback) => callback(notFound, []) })(
          'http://tv.home/',
          request(),
        ),
        createPublicPost({ lookUp: namesGoTo([]).lookUp })('http://none.home/', request()),
      ].map((sent) => sent.then(String, String)),
    )
    expect(new Set(reasons).size).toBe(1)
  })

  it('looks up a name for every message, so that it cannot change after the check', async () => {
    const target = await receiver()
    const names = namesGoTo(['127.0.0.1'], ['127.0.0.2'])
    const post = createPublicPost({ lookUp: names.lookUp, isAllowed: (address) => address === '127.0.0.1' })
    const url = `http://hook.example:${new URL(target.url).port}/`
    expect((await post(url, request())).status).toBe(204)
    await expect(post(url, request())).rejects.toThrow(RefusedAddress)
    expect(target.calls).toHaveLength(1)
  })

  it('does not reach a literal private address', async () => {
    const target = await receiver()
    const { port } = new URL(target.url)
    for (const url of [target.url, `http://2130706433:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`]) {
      await expect(createPublicPost()(url, request())).rejects.toThrow(RefusedAddress)
    }
    expect(target.calls).toEqual([])
  })

  it('does not follow a redirect into the server’s network', async () => {
    const inner = await receiver()
    const outer = await receiver((_call, response) => {
      response.writeHead(307, { location: inner.url }).end()
    })
    const post = createPublicPost({ isAllowed: (address) => address === '127.0.0.1' })
    expect((await post(outer.url, request())).status).toBe(307)
    expect(inner.calls).toEqual([])
  })

  it('drops a connection that sends content although its status allows none', async () => {
    let gone: () => void = () => undefined
    const closed = new Promise<void>((resolve) => (gone = resolve))
    const target = await receiver((_call, response) => {
      response.on('close', gone)
      response.writeHead(205, { 'content-length': '1000' }).write('x')
    })
    const post = createPublicPost({ isAllowed: () => true })
    expect((await post(target.url, request())).status).toBe(205)
    await closed
  })

  it('says why it was refused', async () => {
    const webhook = createWebhook({
      post: () => Promise.reject(new Error('not this way')),
      postPublicly: createPublicPost(),
      seal: () => Promise.reject(new Error('nothing to encrypt')),
      userAgent: 'Earmark/test',
    })
    const call = { headers: {}, openHeaders: [], bodyType: 'text', body: '', publicOnly: true } as const
    const signal = new AbortController().signal
    expect(await webhook.send({ ...call, url: 'http://127.0.0.1:9/' }, signal)).toEqual({
      kind: 'refused',
      cause: { code: 'not_public', params: {} },
    })
  })

  it('ends if it takes too long, and reads no more than is stored of an endless answer', async () => {
    const slow = await receiver(() => undefined)
    const endless = await receiver((_call, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) continue
      }
      response.on('drain', more)
      more()
    })
    const options = {
      post: () => Promise.reject(new Error('not this way')),
      postPublicly: createPublicPost({ isAllowed: () => true }),
      seal: () => Promise.reject(new Error('nothing to encrypt')),
      userAgent: 'Earmark/test',
    }
    const hasty = createWebhook({ ...options, timeout: 50 })
    const waiting = createWebhook({ ...options, timeout: UNTIL_TRUE_MS })
    const call = { headers: {}, openHeaders: [], bodyType: 'text', body: '', publicOnly: true } as const
    const signal = new AbortController().signal
    expect(await hasty.send({ ...call, url: slow.url }, signal)).toMatchObject({ kind: 'unanswered' })
    const result = await waiting.send({ ...call, url: endless.url }, signal)
    expect(result).toMatchObject({ kind: 'answered', status: 200 })
  })
})
