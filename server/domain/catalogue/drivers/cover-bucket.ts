import type { CoverFiles } from '#server/domain/catalogue/covers.types'

/** The methods of an R2 bucket that are used here. */
export interface CoverBucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
  put(key: string, value: Uint8Array): Promise<unknown>
}

interface CoverBucketDependencies {
  /** Without a bucket, no covers are stored. */
  bucket: CoverBucket | undefined
  log: { warn: (message: string, properties: Record<string, unknown>) => void }
}

/** Stores covers in a bucket. A lifecycle rule of the bucket decides when they are deleted. */
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

/** Not all stored pictures are WebP. */
const keyOf = (name: string) => name.replace(/\.webp$/, '')
