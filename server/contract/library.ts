import { z } from 'zod'

/** Why something in the library is a book. */
export const OWNED_REASONS = [
  'same_asin',
  'title_author_and_length',
  'title_and_author',
  'corrected',
] as const
export const ownedReasonSchema = z.enum(OWNED_REASONS).meta({ id: 'OwnedReason' })
export type OwnedReason = z.infer<typeof ownedReasonSchema>
