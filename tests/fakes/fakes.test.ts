import { afterEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { startCatalogueFake } from '#fakes/catalogue'
import { startProwlarrFake } from '#fakes/prowlarr'
import { startWebhookSink } from '#fakes/webhook-sink'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function started<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const fake = await starting
  closing.push(() => fake.close())
  return fake
}

describe('the invented catalogue', () => {
  it('has more than two hundred books, each under its own ASIN', async () => {
    const { books } = await started(startCatalogueFake())
    const asins = books.map(({ asin }) => asin)
    expect(asins.length).toBeGreaterThan(200)
    expect(new Set(asins).size).toBe(asins.length)
    for (const asin of asins) expect(asin).toMatch(/^EM[A-Z0-9]{8}$/)
  })

  it('draws the same square cover for the same book, and another for another', async () => {
    const fake = await started(startCatalogueFake())
    const drawn = async (asin: string) =>
      new Uint8Array(await (await fetch(`${fake.url}/images/${asin}._SL500_.jpg`)).arrayBuffer())
    const [first, again, other] = await Promise.all(['EMODD00019', 'EMODD00019', 'EMODD00020'].map(drawn))
    expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 500 })
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })
})

describe('the webhook sink', () => {
  it('stores what it gets and shows it as text', async () => {
    const sink = await started(startWebhookSink())
    await fetch(`${sink.url}/hook`, { method: 'POST', body: '{"title":"<script>&"}' })
    expect(sink.messages).toMatchObject([{ method: 'POST', path: '/hook', body: '{"title":"<script>&"}' }])
    const page = await (await fetch(sink.url)).text()
    expect(page).toContain('&lt;script&gt;&amp;')
    expect(page).not.toContain('<script>')
    await expect((await fetch(`${sink.url}/received`)).json()).resolves.toHaveLength(1)
  })

  it('does not store what it refused', async () => {
    const sink = await started(startWebhookSink())
    sink.misbehave({ kind: 'status', status: 429, retryAfter: '1' })
    const answer = await fetch(`${sink.url}/hook`, { method: 'POST', body: 'x' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect(sink.messages).toEqual([])
  })
})

describe('the fake Prowlarr', () => {
  it('requires its key', async () => {
    const { url } = await started(startProwlarrFake())
    expect((await fetch(`${url}/api/v1/system/status`)).status).toBe(401)
  })

  it('grabs only what a search found', async () => {
    const { url, apiKey, grabs } = await started(startProwlarrFake())
    const headers = { 'x-api-key': apiKey }
    const release = { guid: 'https://indexer-1.invalid/EMODD00019/m4b', indexerId: 1 }
    const grab = () =>
      fetch(`${url}/api/v1/search`, { method: 'POST', headers, body: JSON.stringify(release) })
    expect((await grab()).status).toBe(404)
    const found: unknown = await (await fetch(`${url}/api/v1/search?query=first+wick`, { headers })).json()
    expect(found).toContainEqual(expect.objectContaining(release))
    expect((await grab()).status).toBe(200)
    expect(grabs).toEqual([release])
  })
})
