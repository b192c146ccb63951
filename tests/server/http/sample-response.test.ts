import { describe, expect, it } from 'vitest'
import { sampleResponse } from '#server/http/sample-response'

describe('the answer with a sample', () => {
  it.each(['bytes=4-', undefined])(
    'is sent from where the sample lies in memory (range %s)',
    async (range) => {
      const body = new Uint8Array(16)
      const { value } =
        (await sampleResponse({ body, mediaType: 'audio/mpeg' }, range).body?.getReader().read()) ?? {}
      expect(value?.buffer).toBe(body.buffer)
      expect(value?.byteLength).toBe(range ? 12 : 16)
    },
  )
})
