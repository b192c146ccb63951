import { z } from 'zod'
import { paramsSchema } from './issues'
import { timeSchema } from './common'

const RELEASE_PROTOCOLS = ['torrent', 'usenet', 'unknown'] as const
const releaseProtocolSchema = z.enum(RELEASE_PROTOCOLS).meta({ id: 'ReleaseProtocol' })
export type ReleaseProtocol = z.infer<typeof releaseProtocolSchema>

/** The effect of a reason: rejects the release, lowers it, raises it, or only informs. */
const REASON_EFFECTS = ['reject', 'penalty', 'bonus', 'neutral'] as const
const reasonEffectSchema = z.enum(REASON_EFFECTS).meta({ id: 'ReasonEffect' })
export type ReasonEffect = z.infer<typeof reasonEffectSchema>

/** The media of releases that are not audiobooks; each has a text in the group `media`. */
export const OTHER_MEDIA = ['ebook', 'video', 'music', 'comic', 'sheet_music', 'software'] as const
export type OtherMedium = (typeof OTHER_MEDIA)[number]

/** The editions that releases state; each is also a reason, whose text names it. */
export const STATED_EDITIONS = ['unabridged', 'abridged', 'dramatised'] as const
export type StatedEdition = (typeof STATED_EDITIONS)[number]

/**
 * Why a release is accepted or rejected, and why it ranks where it does; stable, for programs and
 * translations. A comment lists the parameters of each.
 */
export const REASON_CODES = [
  // The book
  'identifier_matches', // identifier: the ASIN or ISBN in the release's name
  'title_matches', // percent
  'title_differs', // found: the title there instead; percent: how much of the title was found
  'title_weighed', // fact: what about the title counted; meaning: the fact in English
  'words_weighed', // words: those next to the title; fact: what about them counted; meaning: the fact in English
  'derived_work', // word: a summary, a parody, a companion to the book
  'author_matches', // author
  'author_differs', // author: the author found
  'author_unknown',
  'series_matches', // series
  'volume_matches', // volume
  'number_only', // only the number in the series was found, not the title: never grabbed automatically
  'volume_differs', // volume: the volume found; wanted
  'part_only', // part, total: the release is only a part of the book
  'pack_contains_book', // range: empty if none is given
  'pack_not_allowed', // range: empty if none is given
  'not_corroborated', // only the title matches: never grabbed automatically
  // The recording
  'narrator_matches', // narrator
  'narrator_differs', // narrator: the narrator found
  'language_matches', // language
  'language_differs', // language: the language found; wanted
  'script_differs', // wanted: the language; the title is in a script that other languages use
  'abridged',
  'unabridged',
  'dramatised',
  'edition_differs', // edition: the edition found; wanted
  'edition_unstated', // wanted: the release does not state this edition
  'runtime_fits', // minutes: the release's runtime
  'runtime_differs', // minutes: the release's runtime; wanted
  // The files
  'not_audiobook', // kind: ebook, video, music, comic, sheet_music or software
  'format', // format, place: from 1; 0 if the order does not contain it
  'bitrate_in_range', // kbits
  'bitrate_out_of_range', // kbits, from, to
  'size_impossible', // kbits: the bitrate that the size implies for the runtime
  'size_unknown',
  // The wishes of those who requested it; wish: narrator, edition, language, size or format
  'wish_matches', // wish, wanted
  'wish_differs', // wish, wanted, found
  'wish_unstated', // wish, wanted: the release does not say; grabbed automatically only if a match is likely
  // The offer
  'seeders', // seeders
  'few_seeders', // seeders, minimum
  'flag', // flag, score
  'indexer', // indexer, place: from 1
  'age', // days
  'vip_only', // the indexer's account may not download it
  'blocked', // a person blocked it for this audiobook
] as const
const reasonCodeSchema = z.enum(REASON_CODES).meta({ id: 'ReasonCode' })
export type ReasonCode = z.infer<typeof reasonCodeSchema>

const reasonSchema = z
  .object({
    code: reasonCodeSchema,
    params: paramsSchema,
    text: z.string().meta({ description: 'The reason in English words, such as "wrong volume: 3"' }),
    effect: reasonEffectSchema,
  })
  .meta({ id: 'Reason' })
export type ReasonDto = z.infer<typeof reasonSchema>
/** A reason as stored; its texts are in `words/reasons.ts`. */
export type Reason = Omit<ReasonDto, 'text'>

/** The points for each criterion, most important first. */
const scorePartsSchema = z
  .object({
    match: z.number(),
    narrator: z.number(),
    format: z.number(),
    flags: z.number(),
    indexer: z.number(),
    fit: z.number().meta({ description: 'Of size, bitrate and length' }),
    seeders: z.number(),
    age: z.number(),
  })
  .meta({ id: 'ScoreParts' })
export type ScoreParts = z.infer<typeof scorePartsSchema>

const verdictSchema = z
  .object({
    accepted: z
      .boolean()
      .meta({ description: 'Nothing speaks against it; a release that is not accepted is rejected' }),
    automatic: z.boolean().meta({
      description: 'Accepted, and corroborated by more than the title: may be grabbed automatically',
    }),
    score: z.number().meta({ description: 'How good it is, 0 to 100; comparable within one book' }),
    score_parts: scorePartsSchema.meta({ description: 'They add up to the score' }),
    reasons: z.array(reasonSchema).meta({ description: 'Those that reject it come first' }),
  })
  .meta({ id: 'Verdict' })
export type VerdictDto = z.infer<typeof verdictSchema>
/** A verdict as stored. */
export type Verdict = Omit<VerdictDto, 'reasons'> & { reasons: Reason[] }

/** What was parsed from a release's title and the indexer's data. */
const releaseMetadataSchema = z
  .object({
    title: z.string().nullable(),
    subtitle: z.string().nullable(),
    authors: z.array(z.string()),
    narrators: z.array(z.string()),
    filetype: z.string().nullable().meta({ description: 'For example m4b; several are separated by spaces' }),
    read_as: z.string().optional().meta({
      description:
        'The name of the release without what its source put around it, such as post counters; only if that differs by more than punctuation',
    }),
  })
  .meta({ id: 'ReleaseMetadata' })
export type ReleaseMetadataDto = z.infer<typeof releaseMetadataSchema>

/** A release with its verdict. Never contains a download link. */
export const releaseSchema = z
  .object({
    guid: z.string().meta({ description: 'Identifies the release together with `indexer_id`' }),
    indexer_id: z.number().int(),
    indexer: z.string(),
    title: z.string(),
    size: z.number().int().nullable().meta({ description: 'Bytes' }),
    publish_date: timeSchema.nullable(),
    info_url: z.string().nullable(),
    indexer_flags: z.array(z.string()),
    protocol: releaseProtocolSchema,
    seeders: z.number().int().nullable(),
    leechers: z.number().int().nullable(),
    grabs: z.number().int().nullable(),
    book_metadata: releaseMetadataSchema,
    rank: z.number().int().meta({ description: 'Position in the list, from 1; rejected ones come last' }),
    verdict: verdictSchema,
  })
  .meta({ id: 'Release' })
export type ReleaseDto = z.infer<typeof releaseSchema>
