import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { decode } from 'html-entities'
import type { ReleaseMetadata } from '#server/domain/integrations/integrations.types'
import { nameOf, someNames, someWords, titleOf, wordOf } from '#server/domain/integrations/offer-bounds.rules'
import { readJson } from './service-http'

/** The type of every scalar varies by row: "0", 0 or false. */
const scalar = z.union([outsideText, z.number(), z.boolean()])
const text = scalar.transform(String).nullish().catch(null)
const flag = scalar
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .nullish()
  .catch(null)

export const rowSchema = z.object({
  id: z.union([outsideText, z.number()]).transform((id) => String(id).trim()),
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

/** A search result; one without rows has a reason instead. */
export const answerSchema = z.object({ data: z.array(z.unknown()).nullish(), error: text, message: text })

/** The account of a session; one that may not see it has a reason instead. */
export const accountSchema = z.object({ classname: text, username: text, error: text, message: text })

/** Account classes that download `fl_vip` torrents for free. */
const VIP_CLASSES = new Set(['vip', 'elite vip'])
/** How many times strings may be encoded within strings. */
const MAX_ENCODINGS = 4
/** Maximum length of all contributors as JSON, in characters. */
const MAX_ENCODED = 50_000

export function isVipClass(name: string | null | undefined): boolean {
  return VIP_CLASSES.has(name?.trim().toLowerCase() ?? '')
}

/**
 * Search words as the tracker understands them. It splits `Lion's` into `Lion` and `s`, so punctuation is
 * replaced with spaces and never dropped. Source: Prowlarr, MyAnonamouse.cs.
 */
export function searchWords(query: string): string {
  return query
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, ' ')
    .trim()
}

/** @param accountVip whether the session's account is VIP. */
export function toMetadata(row: MamRow, accountVip: boolean): ReleaseMetadata {
  return {
    title: plain(row.title, titleOf),
    subtitle: null,
    authors: namesOf(row.author_info),
    narrators: namesOf(row.narrator_info),
    series: seriesOf(row.series_info),
    language: languageOf(row.lang_code),
    filetypes: someWords(
      (row.filetype ?? '')
        .slice(0, MAX_ENCODED)
        .toLowerCase()
        .split(/[\s,]+/),
    )
      .filter((type) => type !== '')
      .map(wordOf),
    freeleech: row.free === true || row.personal_freeleech === true || (row.fl_vip === true && accountVip),
    vip: row.vip === true && !accountVip,
  }
}

/** Text with its HTML entities decoded, or null if empty. */
function plain(text: unknown, bounded: (text: string) => string = nameOf): string | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null
  return (
    bounded(decode(titleOf(String(text))))
      .replaceAll(/\s+/g, ' ')
      .trim() || null
  )
}

/** Words of the tracker about a call, without HTML entities. */
export const plainText = (said: string): string => plain(said) ?? ''

/**
 * People and series are objects written as JSON in a string, sometimes encoded twice. They may also be empty,
 * null or missing.
 */
function unpack(value: unknown): unknown {
  let current = value
  for (let time = 0; time < MAX_ENCODINGS && typeof current === 'string'; time += 1) {
    const text = current.trim()
    if (text === '' || text.length > MAX_ENCODED) return null
    current = readJson(text) ?? null
  }
  return current
}

function valuesOf(value: unknown): unknown[] {
  const unpacked = unpack(value)
  return typeof unpacked === 'object' && unpacked !== null ? Object.values(unpacked) : []
}

function namesOf(value: unknown): string[] {
  return [...new Set(someNames(valuesOf(value)).flatMap((name) => plain(name) ?? []))]
}

/** Each series is `[title, position, …]`; everything but the title may be missing. */
function seriesOf(value: unknown): ReleaseMetadata['series'] {
  return someNames(valuesOf(value)).flatMap((entry) => {
    const parts: readonly unknown[] = Array.isArray(entry) ? entry : [entry]
    const [name, position] = parts
    const title = plain(name)
    return title === null ? [] : [{ title, position: plain(position) }]
  })
}

/** The tracker uses ISO 639-2, including bibliographic codes such as GER. */
function languageOf(code: string | null | undefined): string | null {
  const word = wordOf(code?.trim().toLowerCase() ?? '')
  if (!/^[a-z]{2,3}$/.test(word)) return word || null
  return Intl.getCanonicalLocales(word)[0] ?? word
}
