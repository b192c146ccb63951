import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Region } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import { searchColumns } from './search-text.rules'

/** A book as a person wrote it down. */
export interface HandMadeFacts {
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  /** ISO date. */
  releaseDate: string | null
  info: string | null
}

export type HandMadeRepository = ReturnType<typeof createHandMadeRepository>

/** Stores books that people wrote down. */
export function createHandMadeRepository({ database }: { database: Database }) {
  const { audiobooks, requests } = database.tables
  const columnsOf = (asin: string, facts: HandMadeFacts) => ({
    ...facts,
    ...searchColumns({ ...facts, asin, series: [] }),
  })

  return {
    /**
     * Whether somebody has written down a book of the same title and authors; how they are spelled makes no
     * difference.
     * @param except a book that does not count.
     */
    async hasWritten(
      transaction: Transaction,
      book: { userId: string; facts: HandMadeFacts; except?: string },
    ): Promise<boolean> {
      const { titleKey, authorKey } = searchColumns({ ...book.facts, asin: '', series: [] })
      const [row] = await transaction
        .select({ asin: requests.asin })
        .from(requests)
        .innerJoin(audiobooks, eq(audiobooks.asin, requests.asin))
        .where(
          and(
            eq(requests.userId, book.userId),
            isNotNull(audiobooks.handMadeBy),
            eq(audiobooks.titleKey, titleKey),
            eq(audiobooks.authorKey, authorKey),
            book.except === undefined ? undefined : ne(audiobooks.asin, book.except),
          ),
        )
        .limit(1)
      return row !== undefined
    },

    async insert(
      transaction: Transaction,
      book: { asin: string; region: Region; writer: string; facts: HandMadeFacts; now: Date },
    ): Promise<void> {
      const { asin, region, writer, facts, now } = book
      await transaction.insert(audiobooks).values({
        asin,
        region,
        series: [],
        handMadeBy: writer,
        createdAt: now,
        updatedAt: now,
        ...columnsOf(asin, facts),
      })
    },

    /** @param correctedAt now where another recording is looked for from now on, else null. */
    async update(
      transaction: Transaction,
      asin: string,
      facts: HandMadeFacts,
      correctedAt: Date | null,
    ): Promise<void> {
      await transaction
        .update(audiobooks)
        .set({ ...columnsOf(asin, facts), ...(correctedAt && { updatedAt: correctedAt }) })
        .where(eq(audiobooks.asin, asin))
    },
  }
}
