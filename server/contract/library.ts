import { z } from 'zod'

/** Why a library item matches a book. */
const OWNED_REASONS = ['same_asin', 'title_author_and_length', 'title_and_author', 'corrected'] as const
export const ownedReasonSchema = z.enum(OWNED_REASONS).meta({ id: 'OwnedReason' })
export type OwnedReason = z.infer<typeof ownedReasonSchema>

/** A book's place in the library, where people listen to it. */
export const inLibrarySchema = z
  .object({
    link: z.string().meta({ description: 'Opens it there in a browser' }),
    same_edition: z.boolean().meta({
      description: 'Known to be this edition; otherwise it may be another one of the same text',
    }),
    why: ownedReasonSchema.nullable().meta({ description: 'Why it counts as this book; for administrators' }),
    item: z
      .string()
      .nullable()
      .meta({ description: 'Identifies the item in a correction; for administrators' }),
  })
  .meta({ id: 'InLibrary' })
export type InLibraryDto = z.infer<typeof inLibrarySchema>
