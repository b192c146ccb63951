import { book } from './books.examples'
import { causeOf, causeText } from './cause'
import { example } from './example'
import {
  blockRelease,
  confirmGrab,
  downloadRelease,
  markFailed,
  releaseSearchSchema,
  retryRequest,
  sourcesSchema,
} from './fulfilment'
import { exportJudgedPairs, releaseRulingSchema } from './judged-pairs'
import { release } from './releases.examples'

const said = example(releaseRulingSchema, { said: 'another_book', actor: 'robin' })
const chosen = example(downloadRelease.body, { guid: release.guid, indexer_id: release.indexer_id })
example(blockRelease.body, { ...chosen, title: release.title, reason: 'another_book' })
example(exportJudgedPairs.answers[200].schema, {
  title: release.title,
  class: said.said,
  match: {
    wanted: {
      ...{ title: book.title, subtitle: book.subtitle, author: book.authors.join(', ') },
      series: book.series.map(({ title, position }) => ({ title, position })),
      ...{ narrators: book.narrators, language: book.language },
      ...{ edition: book.edition, runtime: book.runtime_length_min },
    },
    is_same_book: false,
  },
  verdict: { accepted: true, automatic: true, reasons: ['narrator_matches'] },
})

const name = 'Usenet Library'
const noAnswer = causeOf('no_answer_within', { seconds: 60 })
const cause = {
  ...causeOf('indexers_failed', { failed: 1, asked: 2 }),
  causes: [{ ...noAnswer, params: { ...noAnswer.params, name } }],
}
const search = example(releaseSearchSchema, {
  id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
  state: 'finished',
  actor: 'robin',
  finished_at: book.updated_at,
  error: causeText(cause),
  cause,
  indexers: [
    { id: 3, name: release.indexer, state: 'answered', found: 1 },
    { id: 5, name, state: 'failed', found: 0, error: causeText(noAnswer), cause: noAnswer },
  ],
})
example(sourcesSchema, {
  sources: [{ ...release, blocked: true, acceptable: false, judged: said }],
  error_message: search.error,
  cause,
  search_id: search.id,
  searched_at: search.finished_at,
  indexers: search.indexers,
})

example(markFailed.body, { reason: 'The download client has thrown it out.' })
example(confirmGrab.body, { grabbed: true })
example(retryRequest.body, { next_try_at: book.updated_at })
