import { describe, expect, it } from 'vitest'
import { coverResponse } from '#server/http/cover-response'
import type { Cover } from '#server/domain/catalogue/covers.types'

const cover: Cover = { body: new TextEncoder().encode('picture'), mediaType: 'image/webp', maxAge: 60 }

describe('the answer with a cover', () => {
  it('names its type, its length and how long to keep it', async () => {
    const answer = await coverResponse(cover, undefined)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('content-length')).toBe('7')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
    await expect(answer.text()).resolves.toBe('picture')
  })

  it('is empty if the browser has the same picture', async () => {
    const etag = (await coverResponse(cover, undefined)).headers.get('etag') ?? ''
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await coverResponse(cover, header)
      expect(answer.status).toBe(304)
      expect(answer.headers.get('etag')).toBe(etag)
      await expect(answer.text()).resolves.toBe('')
    }
  })

  it('is complete if the picture has changed', async () => {
    const etag = (await coverResponse(cover, undefined)).headers.get('etag') ?? ''
    const changed = { ...cover, body: new TextEncoder().encode('another') }
    expect((await coverResponse(changed, etag)).status).toBe(200)
  })
})
