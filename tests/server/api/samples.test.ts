import { describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { getSample } from '#contract/samples'
import { serveCatalogue } from '#tests/support/catalogue-server'

const {
  server,
  catalogue,
  asinOf,
  untrusted: member,
} = serveCatalogue({ environment: { SVC_APP__BASE_URL: '/audiobooks' } })

const get = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(`/api/books/${path}`, { headers: { ...member, ...headers } })
const audioOf = async (title: string) =>
  getSample.answers[200].schema.parse(await (await get(`${asinOf(title)}/sample`)).json()).audio

describe('GET /api/books/{asin}/sample', () => {
  it('links to a recording on this server, whole or in parts', async () => {
    const asin = asinOf('Winterglass')
    expect(await audioOf('Winterglass')).toBe(`/audiobooks/api/books/${asin}/sample/audio?region=us`)
    const whole = await get(`${asin}/sample/audio?region=us`)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('audio/mpeg')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'")
    const { byteLength: size } = await whole.arrayBuffer()
    expect(Number(whole.headers.get('content-length'))).toBe(size)
    const part = await get(`${asin}/sample/audio?region=us`, { range: 'bytes=0-1' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 0-1/${size}`)
    expect((await part.arrayBuffer()).byteLength).toBe(2)
    const beyond = await get(`${asin}/sample/audio?region=us`, { range: `bytes=${size}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${size}`)
    const fetched = catalogue.received.filter(({ path }) => path.startsWith('/samples/'))
    expect(fetched).toHaveLength(1)
  })

  it('has no link for a book that is not out, or one requested by hand', async () => {
    expect(await audioOf('The Comet Year')).toBeNull()
    expect(await (await get('H000000001/sample')).json()).toEqual({ audio: null })
    const answer = await get(`${asinOf('The Comet Year')}/sample/audio`)
    expect(answer.status).toBe(404)
    expect(problemSchema.parse(await answer.json()).code).toBe('no_sample')
  })

  it('fails if the catalogue names one that is gone', async () => {
    const asin = asinOf('Bramble King')
    expect(await audioOf('Bramble King')).not.toBeNull()
    catalogue.misbehave({ kind: 'html' })
    const answer = await get(`${asin}/sample/audio`)
    catalogue.misbehave(null)
    expect(answer.status).toBe(502)
    expect(problemSchema.parse(await answer.json()).code).toBe('sample_failed')
  })
})

it('the page may play audio from this server, and no other', async () => {
  const { headers } = await server.fetch('/api/health')
  const policy = headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy?.filter((rule) => rule.startsWith('media-src'))).toEqual(["media-src 'self'"])
})
