import type { Config } from '#server/platform/config'
import type { PublicRequest } from '#server/upstream/public-request'
import type { FeatureContext } from '#server/domain/feature-context'
import { createCatalogueLists } from './catalogue-lists'
import { createCatalogueSeries } from './catalogue-series'
import { createCatalogue, type Catalogue } from './catalogue.service'
import { createCovers, type CoversDependencies } from './covers.service'
import type { CoverFiles, CoverImage } from './covers.types'
import { createAudibleCatalogue } from './drivers/audible'
import { createAudibleLists } from './drivers/audible.lists'
import { createAudibleSeries } from './drivers/audible.series'
import { createCatalogueCache } from './drivers/catalogue-cache'
import { createMediaSource } from './drivers/media-source'
import { createFindBooks } from './find-books'
import { readPasted } from './pasted.rules'
import { languageOf } from './regions.rules'
import { createRelatedBooks } from './related-books'
import { createSearchRegions } from './search-regions'
import { createSamples } from './samples.service'
import { createSuggest } from './suggest'

/** How long the books of a series or person are served from the cache, in milliseconds. */
const SERIES_FRESH = 30 * 60_000
/** How long to wait for a new result while an older one is cached, in milliseconds. */
const SERIES_STALE_AFTER = 2000

/** For a whole sample, in milliseconds: five minutes of speech over a slow connection. */
const SAMPLE_TIMEOUT = 30_000
/** In bytes. Five minutes at 128 kbit/s are 4.8 million. */
const LARGEST_SAMPLE = 8_000_000

/** The dependencies of this feature; the composition root builds it once. */
interface CatalogueFeatureDependencies extends Pick<FeatureContext, 'fetch' | 'clock' | 'log'> {
  config: Pick<Config, 'baseUrl' | 'catalogueBaseUrl' | 'defaultRegion'>
  /** Can reach only public addresses. */
  publicRequest: PublicRequest
}

/** Builds the catalogue and its search. */
export function createCatalogueFeature(dependencies: CatalogueFeatureDependencies) {
  const { config, fetch, clock, log } = dependencies
  const audible = { fetch, baseUrl: config.catalogueBaseUrl }
  const cache = createCatalogueCache()
  const catalogue = createCatalogue({
    driver: createAudibleCatalogue(audible),
    cache,
    clock,
    defaultRegion: config.defaultRegion,
    log,
  })
  const series = createCatalogueSeries({
    driver: createAudibleSeries(audible),
    freshness: { cache, clock, freshMs: SERIES_FRESH, staleAfterMs: SERIES_STALE_AFTER },
    remember: catalogue.remember,
  })
  return {
    ...catalogue,
    ...series,
    lists: createCatalogueLists({
      driver: createAudibleLists(audible),
      cache,
      clock,
      remember: catalogue.remember,
    }),
    ...createSuggest(catalogue),
    findBooks: createFindBooks(catalogue),
    readPasted,
    languageOf,
    relatedBooks: createRelatedBooks({ catalogue, clock }),
    searchRegions: createSearchRegions({ catalogue, clock }),
    samples: createSamplesOf(dependencies, catalogue),
  }
}

/** Builds the covers. */
export function createCoversFeature(
  dependencies: CatalogueFeatureDependencies & {
    catalogue: Catalogue
    storedCover: CoversDependencies['storedCover']
    coverFiles: CoverFiles
    coverImage: CoverImage
  },
) {
  const { config, catalogue, storedCover, coverFiles, coverImage, publicRequest, fetch, clock, log } =
    dependencies
  return createCovers({
    catalogue,
    storedCover,
    files: coverFiles,
    image: coverImage,
    source: createMediaSource({
      accept: 'image/*',
      fetch,
      publicly: publicRequest,
      catalogueAddress: config.catalogueBaseUrl,
    }),
    defaultRegion: config.defaultRegion,
    clock,
    log,
  })
}

/** Builds the samples. */
function createSamplesOf(
  { config, fetch, publicRequest, clock }: CatalogueFeatureDependencies,
  catalogue: Catalogue,
) {
  return createSamples({
    catalogue,
    source: createMediaSource({
      fetch,
      publicly: publicRequest,
      catalogueAddress: config.catalogueBaseUrl,
      accept: 'audio/*',
      timeoutMs: SAMPLE_TIMEOUT,
      maxBytes: LARGEST_SAMPLE,
    }),
    defaultRegion: config.defaultRegion,
    baseUrl: config.baseUrl,
    clock,
  })
}
