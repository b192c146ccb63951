import type { Region } from '#contract/common'
import type { CategoryDto, DiscoverRowDto } from '#contract/discover'
import type { DiscoverSettingsDto, PutDiscoverSettingsBody } from '#contract/discover-settings'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { Actor } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Settings } from '#server/domain/settings/settings.service'
import { AppError } from '#server/errors/app-error'
import { leadingCategories } from './catalogue-rows.rules'
import { defaultRows, existingRows } from './chosen-rows.rules'
import type { RowSources } from './discover.types'

/** How long the page waits for category names, in milliseconds. */
const CATEGORIES_LIMIT = 1000
/** Number of categories that get a row by default. */
const LEADING = 5

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce'> {
  settings: Pick<Settings, 'get' | 'put'>
  lists: RowSources['lists']
  defaultRegion: Region
}

export type DiscoverSettings = ReturnType<typeof createDiscoverSettings>

/** The rows of the page, as chosen by administrators. */
export function createDiscoverSettings(context: Context) {
  return bind(context, { read, put, categories, rows })
}

async function read(context: Context): Promise<DiscoverSettingsDto> {
  const [chosen, standard] = await Promise.all([chosenRows(context), standardRows(context)])
  return { rows: chosen ?? standard, default_rows: standard }
}

async function put(context: Context, { rows: chosen }: PutDiscoverSettingsBody, actor: Actor): Promise<void> {
  const { settings, transaction, audit, announce } = context
  await transaction(async (within) => {
    await settings.put('discover_rows', chosen, within)
    const { user, address } = actor
    await audit.record({ kind: 'discover_changed', actor: user.username, address }, within)
  })
  announce({ topic: 'requests' }, 'everyone')
}

/**
 * The categories that can get a row.
 * @throws the errors of the catalogue.
 */
async function categories({ lists, defaultRegion: region }: Context): Promise<CategoryDto[]> {
  return (await lists.categories(region)).map((category) => ({ ...category, region }))
}

/** The rows of the page in order, whether or not they have books for a user. */
async function rows(context: Context): Promise<DiscoverRowDto[]> {
  return (await chosenRows(context)) ?? standardRows(context)
}

/** Null if no rows have been chosen. */
async function chosenRows({ settings, lists }: Context): Promise<DiscoverRowDto[] | null> {
  const chosen = await settings.get('discover_rows')
  if (chosen === null) return null
  const regions = new Set(chosen.flatMap(({ category }) => category?.region ?? []))
  const known = await Promise.all(
    [...regions].map(async (region) => [region, await inTime(lists.categories(region))] as const),
  )
  return existingRows(chosen, new Map(known))
}

/** The rows to use until someone chooses others. */
async function standardRows({ lists, defaultRegion: region }: Context): Promise<DiscoverRowDto[]> {
  const told = await inTime(
    Promise.all([lists.categories(region), lists.list({ region, sort: 'bestsellers', page: 0 })]),
  )
  return defaultRows(told ? leadingCategories(...told, { region, most: LEADING }) : [])
}

/** The catalogue's response, or null if it is too slow, because the page has other rows too. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return (await endsBeforeTimeout(CATEGORIES_LIMIT, answer)) ? await answer : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
