import { z } from 'zod'
import { boundedText } from '#server/upstream/bounded-text.rules'
import { outsideText } from '#server/upstream/outside-text'

/*
 * The catalogue omits keys freely, sends null for empty values, and occasionally sends a value of another
 * type. So each field is parsed separately, and an unreadable one counts as missing, never as an error.
 */
const text = outsideText.nullish().catch(null)
/** In UTF-16 code units; summaries have up to 10,000. */
const MAX_SUMMARY = 50_000
const summary = z
  .string()
  .transform((written) => boundedText(written, MAX_SUMMARY))
  .nullish()
  .catch(null)
const list = z.array(z.unknown()).nullish().catch(null)

export const contributorSchema = z.object({ name: outsideText })

export const seriesEntrySchema = z.object({
  asin: text,
  title: outsideText,
  sequence: z
    .union([outsideText, z.number().transform(String)])
    .nullish()
    .catch(null),
})

export const ladderSchema = z.object({ ladder: z.array(z.object({ name: outsideText })) })

export const productSchema = z.object({
  asin: outsideText,
  title: text,
  subtitle: text,
  authors: list,
  narrators: list,
  series: list,
  publication_name: text,
  language: text,
  format_type: text,
  content_type: text,
  content_delivery_type: text,
  release_date: text,
  issue_date: text,
  publication_datetime: text,
  runtime_length_min: z.number().nullish().catch(null),
  publisher_name: text,
  publisher_summary: summary,
  extended_product_description: summary,
  merchandising_summary: summary,
  product_images: z.record(z.string(), z.unknown()).nullish().catch(null),
  category_ladders: list,
  sample_url: text,
})
export type AudibleProduct = z.infer<typeof productSchema>

/** A page of search results. Products are parsed one by one, so that a bad one affects only itself. */
export const pageSchema = z.object({
  products: z.array(z.unknown()),
  total_results: z.int().min(0).nullable().catch(null),
})

/** The books that the catalogue shows as similar. */
export const similarSchema = z.object({ similar_products: z.array(z.unknown()) })

export const categoriesSchema = z.object({ categories: z.array(z.unknown()) })
export const categorySchema = z.object({ id: z.coerce.string().regex(/^\d{1,20}$/), name: outsideText })

export const productAnswerSchema = z.object({ product: z.unknown() })

/** The product that represents a series, with the products it contains. */
export const seriesProductSchema = z.object({ title: text, relationships: list })

/** A book of a series; a product has many other relationships too. */
export const relationshipSchema = z.object({
  asin: outsideText,
  relationship_to_product: z.literal('child'),
  relationship_type: z.literal('series'),
  sequence: text,
  sort: z.coerce.number().nullish().catch(null),
})

export const suggestionsSchema = z.object({ model: z.object({ items: z.array(z.unknown()) }) })

const value = z.object({ value: outsideText })
const delivery = z
  .object({ payload: z.object({ metadata: z.object({ content_delivery_type: outsideText }) }) })
  .nullish()
  .catch(null)

/**
 * The four kinds of row seen: a product, a series, a person and plain words. Each has its text in a different
 * member.
 */
export const suggestionSchema = z.object({
  model: z.object({
    product_metadata: z.object({ title: value, asin: text }).nullish().catch(null),
    title_group: z.object({ title: value }).nullish().catch(null),
    person_metadata: z.object({ name: value }).nullish().catch(null),
    title: value.nullish().catch(null),
    tap_action: delivery,
  }),
})
export type AudibleSuggestion = z.infer<typeof suggestionSchema>
