import { z } from 'zod'

/** The type of every scalar varies by row: "0", 0 or false. */
const scalar = z.union([z.string(), z.number(), z.boolean()])
const text = scalar.transform(String).nullish().catch(null)
const flag = scalar
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .nullish()
  .catch(null)

export const rowSchema = z.object({
  id: z.union([z.string(), z.number()]).transform((id) => String(id).trim()),
  title: text,
  author_info: z.unknown().optional(),
  narrator_info: z.unknown().optional(),
  series_info: z.unknown().optional(),
  lang_code: text,
  filetype: text,
  free: flag,
  fl_vip: flag,
  personal_freeleech: flag,
  vip: flag,
})
export type MamRow = z.infer<typeof rowSchema>

/** A search result; without rows it has a reason. */
export const answerSchema = z.object({
  data: z.array(z.unknown()).nullish(),
  error: text,
  message: text,
})

export const accountSchema = z.object({ classname: text, username: text })
