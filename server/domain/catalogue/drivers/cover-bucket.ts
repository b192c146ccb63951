import type { CoverFiles } from '#server/domain/catalogue/covers.types'

/** A bucket of R2, as far as it is used here. */
export interface CoverBucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
  put(key: string, value: Uint8Array): Promise<unknown>
}

interface CoverBucketDependencies {
  /** Without one nothing is kept. */
  bucket: CoverBucket | undefined
  log: { warn: (message: string, properties: Record<string, unknown>) => void }
}

/** Keeps covers in a bucket; when they go is a rule of the bucket. */
export function createCoverBucket({ bucket, log }: CoverBucketDependencies): CoverFiles {
  const unlessBroken = async <T>(use: () => Promise<T>): Promise<T | null> => {
    try {
      return await use()
    } catch (error) {
      log.warn('Could not use the bucket for covers: {error}', { error })
      return null
    }
  }
  return {
    read: (name) =>
      unlessBroken(async () => {
        const kept = await bucket?.get(keyOf(name))
        return kept ? new Uint8Array(await kept.arrayBuffer()) : null
      }),
    write: async (name, picture) => void (await unlessBroken(async () => bucket?.put(keyOf(name), picture))),
  }
}

/** Not all that is kept there is WebP. */
const keyOf = (name: string) => name.replace(/\.webp$/, '')
