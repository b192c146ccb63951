import { example } from './example'
import { conditionsSchema, wishesBody, wishesSchema } from './wishes'

export const conditions = example(conditionsSchema, {
  narrator: 'June Hart',
  unabridged: true,
  max_size_mb: 900,
  format: 'm4b',
})
export const wishes = example(wishesSchema, { ...conditions, note: 'The one with the foghorn, please.' })
export const wished = example(wishesBody, { narrator: 'June Hart', unabridged: true })
