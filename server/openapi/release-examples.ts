import { causeOf, causeText, type Cause } from '#contract/cause'
import type { BookDto } from '#contract/books'
import {
  DEFAULT_DOWNLOAD_SETTINGS,
  type DownloadPreviewDto,
  type PatchDownloadSettingsBody,
  type PreviewDownloadSettingsBody,
} from '#contract/download-settings'
import type { DownloadDto } from '#contract/downloads'
import type { IndexerAnswerDto, OfferedReleaseDto, ReleaseSearchDto, SourcesDto } from '#contract/fulfilment'
import type { ChosenReleaseBody, JudgedPairDto, SaidOfReleaseDto } from '#contract/judged-pairs'
import type { ReasonDto, ReleaseDto, ReleaseMetadataDto, ScoreParts, VerdictDto } from '#contract/releases'

/** Examples of a book's releases. */
export function releaseExamples(book: BookDto, time: string): Readonly<Record<string, unknown>> {
  const reason: ReasonDto = {
    code: 'narrator_matches',
    params: { narrator: 'Tom Avery' },
    text: 'narrator matches: Tom Avery',
    effect: 'bonus',
  }
  const parts: ScoreParts = {
    match: 58.5,
    narrator: 12,
    format: 9,
    flags: 2,
    indexer: 4,
    fit: 3.5,
    seeders: 1.5,
    age: 0.5,
  }
  const verdict: VerdictDto = {
    accepted: true,
    automatic: true,
    score: 91,
    reasons: [reason],
    score_parts: parts,
  }
  const metadata: ReleaseMetadataDto = {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors,
    narrators: book.narrators,
    filetype: 'm4b',
  }
  const release: ReleaseDto = {
    guid: 'https://indexer.example.org/torrent/4711',
    indexer_id: 3,
    indexer: 'Spoken Shelf',
    title: `${book.title} by ${book.authors.join(', ')} [ENG / M4B]`,
    size: 715_000_000,
    publish_date: time,
    info_url: 'https://indexer.example.org/torrent/4711',
    indexer_flags: ['freeleech'],
    protocol: 'torrent',
    seeders: 14,
    leechers: 1,
    grabs: 209,
    book_metadata: metadata,
    rank: 1,
    verdict,
  }
  const said: SaidOfReleaseDto = { said: 'another_book', actor: 'robin', at: time }
  const pair: JudgedPairDto = {
    title: release.title,
    class: said.said,
    match: {
      wanted: {
        title: book.title,
        subtitle: book.subtitle,
        author: book.authors.join(', '),
        narrators: book.narrators,
        series: book.series,
        language: book.language,
        edition: 'unabridged',
        runtime: book.runtime_length_min,
      },
      is_same_book: false,
    },
    verdict: { accepted: true, automatic: true, reasons: [reason.code] },
  }
  const offered: OfferedReleaseDto = { ...release, blocked: true, grab: null, judged: said }
  const answer: IndexerAnswerDto = {
    id: 3,
    name: 'Spoken Shelf',
    state: 'answered',
    found: 1,
    error: null,
    cause: null,
  }
  const noAnswer = causeOf('no_answer_within', { seconds: 60 })
  const late: IndexerAnswerDto = {
    id: 5,
    name: 'Usenet Library',
    state: 'failed',
    found: 0,
    error: causeText(noAnswer),
    cause: noAnswer,
  }
  const part = { ...noAnswer, params: { ...noAnswer.params, name: late.name } }
  const oneFailed: Cause = { ...causeOf('indexers_failed', { failed: 1, asked: 2 }), causes: [part] }
  const search: ReleaseSearchDto = {
    id: '0191f3c2-7a55-7c1e-9f0a-3b1d2c4e5f64',
    state: 'finished',
    actor: 'robin',
    started_at: time,
    finished_at: time,
    found: 1,
    accepted: 1,
    error: causeText(oneFailed),
    cause: oneFailed,
    indexers: [answer, late],
  }
  const sources: SourcesDto = {
    state: 'ok',
    book,
    conditions: null,
    sources: [offered],
    error_message: search.error,
    cause: search.cause,
    search_id: search.id,
    searched_at: search.finished_at,
    indexers: search.indexers,
  }
  const patch: PatchDownloadSettingsBody = { auto_download: true, min_seeders: 2, languages: null }
  const previewed: PreviewDownloadSettingsBody = { asin: book.asin, settings: patch }
  const download: DownloadDto = {
    state: 'downloading',
    progress: 43,
    seconds_left: 720,
    speed: 1_200_000,
    client: 'Seedbox',
    probably: false,
  }
  const preview: DownloadPreviewDto = {
    asin: book.asin,
    releases: [{ ...release, previous_rank: 2, previously_accepted: true, previously_automatic: true }],
  }
  const chosen: ChosenReleaseBody = { guid: release.guid, indexer_id: release.indexer_id }
  return {
    BitrateRange: DEFAULT_DOWNLOAD_SETTINGS.m4b_range,
    ChosenRelease: chosen,
    Download: download,
    DownloadPreview: preview,
    DownloadSettings: DEFAULT_DOWNLOAD_SETTINGS,
    IndexerAnswer: answer,
    IndexerFlagScore: DEFAULT_DOWNLOAD_SETTINGS.indexer_flags[0],
    JudgedPair: pair,
    OfferedRelease: offered,
    PatchDownloadSettings: patch,
    PreviewDownloadSettings: previewed,
    Cause: oneFailed,
    CausePart: part,
    Reason: reason,
    ReleaseMetadata: metadata,
    ReleaseSearch: search,
    SaidOfRelease: said,
    ScoreParts: parts,
    Sources: sources,
    UnwantedRelease: { ...chosen, title: release.title, reason: 'another_book' },
    Verdict: verdict,
  }
}
