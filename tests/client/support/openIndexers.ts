import type { ConfigurationFileDto } from '#contract/configuration-file'
import type { IndexerDto } from '#contract/indexers'
import type { Answer } from './fakeServer'
import { json, nothing } from './fakeServer'
import {
  aMyAnonamouse,
  anIndexer,
  MYANONAMOUSE_ENTRIES,
  PROWLARR_ENTRIES,
  SEARCHABLE,
} from './indexerSamples'
import { arrive, openPage } from './openPage'

export const NO_FILE: ConfigurationFileDto = { path: null, last_read: null, last_error: null, cause: null }
/** Opens the indexers page as an administrator. */
export async function openIndexers({
  indexers = [anIndexer(), aMyAnonamouse()],
  file = NO_FILE,
  answers = {},
}: {
  indexers?: IndexerDto[]
  file?: ConfigurationFileDto
  answers?: Record<string, Answer>
} = {}) {
  const page = await openPage('/settings/indexers', {
    user: { role: 'admin' },
    answers: {
      'GET /api/indexers': () => json(indexers),
      'GET /api/indexers/configurations': () =>
        json({ Prowlarr: PROWLARR_ENTRIES, MyAnonamouse: MYANONAMOUSE_ENTRIES }),
      'GET /api/indexers/searchable': () => json(SEARCHABLE),
      'GET /api/settings/indexer-file': () => json(file),
      'PATCH /api/indexers/{}': nothing,
      ...answers,
    },
  })
  const sent = (name: string) => page.server.called(name).map(({ path, body }) => [path, body])
  async function tick(name: string) {
    const label = [...document.querySelectorAll('label')].find((other) => other.textContent?.includes(name))
    label?.querySelector('input')?.click()
    await arrive()
  }
  /** The text of the section with this heading. */
  function region(name: string): string {
    const heading = [...document.querySelectorAll('h2')].find((other) => other.textContent === name)
    return heading?.closest('section')?.textContent ?? ''
  }
  return {
    ...page,
    region,
    tick,
    patched: () => sent('PATCH /api/indexers/{}'),
    tested: () => sent('POST /api/indexers/{}/test'),
  }
}
