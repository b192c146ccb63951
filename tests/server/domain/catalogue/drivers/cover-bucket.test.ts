import { expect, it, vi } from 'vitest'
import { createCoverBucket } from '#server/domain/catalogue/drivers/cover-bucket'

const picture = new TextEncoder().encode('a picture')

it('stores covers in the bucket', async () => {
  const kept = new Map<string, Uint8Array>()
  const bucket = {
    get: async (key: string) => {
      const value = kept.get(key)
      return value ? { arrayBuffer: async () => new Uint8Array(value).buffer } : null
    },
    put: async (key: string, value: Uint8Array) => void kept.set(key, value),
  }
  const files = createCoverBucket({ bucket, log: { warn: () => expect.unreachable() } })
  expect(await files.read('EM0-us-192.webp')).toBeNull()
  await files.write('EM0-us-192.webp', picture)
  expect([...kept.keys()]).toEqual(['EM0-us-192'])
  expect(await files.read('EM0-us-192.webp')).toEqual(picture)
})

it('stores nothing without a bucket', async () => {
  const files = createCoverBucket({ bucket: undefined, log: { warn: () => expect.unreachable() } })
  await files.write('EM0-us-192.webp', picture)
  expect(await files.read('EM0-us-192.webp')).toBeNull()
})

it('continues if the bucket fails, and logs it', async () => {
  const broken = () => Promise.reject(new Error('The bucket is gone'))
  const bodiless = () => Promise.resolve({ arrayBuffer: broken })
  const warn = vi.fn()
  const files = createCoverBucket({ bucket: { get: broken, put: broken }, log: { warn } })
  expect(await files.read('EM0-us-192.webp')).toBeNull()
  await files.write('EM0-us-192.webp', picture)
  const cut = createCoverBucket({ bucket: { get: bodiless, put: broken }, log: { warn } })
  expect(await cut.read('EM0-us-192.webp')).toBeNull()
  expect(warn).toHaveBeenCalledTimes(3)
})
