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

interface Dependencies extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce'> {
  settings: Pick<Settings, 'get' | 'put'>
  lists: RowSources['lists']
  defaultRegion: Region
}

interface Context extends Dependencies {
  /** The regions whose slow response has refreshed open pages. */
  announced: Set<Region>
}

export type DiscoverSettings = ReturnType<typeof createDiscoverSettings>

/** The rows of the page, as chosen by administrators. */
export function createDiscoverSettings(dependencies: Dependencies) {
  return bind({ ...dependencies, announced: new Set<Region>() }, { read, put, categories, rows })
}

async function read(context: Context): Promise<DiscoverSettingsDto> {
  const [chosen, standard] = await Promise.all([chosenRows(context), standardRows(context)])
  return { rows: chosen ?? standard, default_rows: standard }
}

async function put(context: Context, { rows: chosen }: PutDiscoverSettingsBody, actor: Actor): Promise<void> {
  const { settings, transaction, audit, announce } = context
  await transaction(async (within) => {
    await actor.stillEntitled(within)
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
async function chosenRows(context: Context): Promise<DiscoverRowDto[] | null> {
  const { settings, lists } = context
  const chosen = await settings.get('discover_rows')
  if (chosen === null) return null
  const regions = new Set(chosen.flatMap(({ category }) => category?.region ?? []))
  const known = await Promise.all(
    [...regions].map(
      async (region) => [region, await inTime(context, region, lists.categories(region))] as const,
    ),
  )
  return existingRows(chosen, new Map(known))
}

/** The rows to use until someone chooses others. */
async function standardRows(context: Context): Promise<DiscoverRowDto[]> {
  const { lists, defaultRegion: region } = context
  const told = await inTime(
    context,
    region,
    Promise.all([lists.categories(region), lists.list({ region, sort: 'bestsellers', page: 0 })]),
  )
  return defaultRows(told ? leadingCategories(...told, { region, most: LEADING }) : [])
}

/**
 * The catalogue's response, or null if it is too slow, because the page has other rows too. Open pages refresh when it
 * arrives, but only once, because a cache that cannot be written would be as slow again.
 */
async function inTime<Answer>(
  { announce, announced }: Context,
  region: Region,
  answer: Promise<Answer>,
): Promise<Answer | null> {
  const refreshPages = () => {
    if (!announced.has(region)) announce({ topic: 'requests' }, 'everyone')
    announced.add(region)
  }
  try {
    if (await endsBeforeTimeout(CATEGORIES_LIMIT, answer)) return await answer
    answer.then(refreshPages, ignoreLateFailure)
    return null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The page was shown without the categories, and queries them again when it is next opened. */
function ignoreLateFailure(): void {}
