import { databaseFailure } from './failures'

/**
 * Remembers that part of the file is damaged until it is opened again: everything else may still work, but backups
 * made from now on lack that part.
 */
export function createDamage() {
  let found: { error: unknown } | undefined
  return {
    /** Runs work, and remembers damage that it meets. */
    async noted<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (databaseFailure(error) === 'damaged') found = { error }
        throw error
      }
    },
    isFound: (): boolean => found !== undefined,
    /** @throws the error of the damage. */
    assertNone(): void {
      if (found) throw found.error
    },
  }
}
