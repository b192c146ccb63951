import { z } from 'zod'
import { catalogueProblems } from './catalogue'
import { categorySchema, discoverRowSchema, type DiscoverRowDto, type RowKind } from './discover'
import { issueCode } from './issues'
import { operation } from './operation'

/** Rows that also exist for every catalogue category. */
export const CATEGORY_ROWS = ['bestsellers', 'new_releases'] as const satisfies readonly RowKind[]
const isOfCategories = (kind: RowKind) => CATEGORY_ROWS.some((row) => row === kind)

const MAX_ROWS = 50

/** The unique key of a row. */
export const rowKey = ({ row, category }: DiscoverRowDto): string =>
  category ? `${row} ${category.region} ${category.id}` : row

/** The rows chosen by administrators, in order. */
export const chosenRowsSchema = z
  .array(discoverRowSchema)
  .min(1)
  .max(MAX_ROWS)
  .refine(
    (rows) => rows.every(({ row, category }) => category === null || isOfCategories(row)),
    issueCode('no_category_row'),
  )
  .refine((rows) => new Set(rows.map(rowKey)).size === rows.length, issueCode('listed_twice'))
  .meta({ uniqueItems: true })

/** The settings of Discover. */
export const discoverSettingsSchema = z
  .object({
    rows: z.array(discoverRowSchema).meta({
      description:
        'In order; a row is hidden from people for whom it is empty. Categories that the catalogue no longer has are omitted',
    }),
    default_rows: z.array(discoverRowSchema).meta({
      description: 'The default rows; their categories are the best-selling ones',
    }),
  })
  .meta({ id: 'DiscoverSettings' })
export type DiscoverSettingsDto = z.infer<typeof discoverSettingsSchema>

export const putDiscoverSettingsBody = z
  .strictObject({
    rows: chosenRowsSchema.nullable().meta({
      description:
        'All rows to show, in order; only `bestsellers` and `new_releases` may have a category. Null restores the default',
    }),
  })
  .meta({ id: 'PutDiscoverSettings' })
export type PutDiscoverSettingsBody = z.output<typeof putDiscoverSettingsBody>

export const getDiscoverSettings = operation({
  method: 'GET',
  path: '/api/settings/discover',
  summary: 'The rows of Discover, in order',
  access: 'admin',
  answers: { 200: { description: 'The rows', schema: discoverSettingsSchema } },
})

export const putDiscoverSettings = operation({
  method: 'PUT',
  path: '/api/settings/discover',
  summary: 'Choose and order the rows of Discover',
  access: 'admin',
  body: putDiscoverSettingsBody,
  answers: { 204: { description: 'Changed, for everyone' } },
})

export const listRowCategories = operation({
  method: 'GET',
  path: '/api/settings/discover/categories',
  summary: 'Categories that can have a row on Discover',
  access: 'admin',
  answers: {
    200: {
      description: 'Those of the catalogue in the server’s region, in its order',
      schema: z.array(categorySchema),
    },
    ...catalogueProblems,
  },
})
