import type { Region } from '#contract/common'
import { isbnOf, longForm, shortForm } from './isbn.rules'
import { regionOfDomain } from './regions.rules'

/** A link or an id pasted in place of words. If readable, it identifies one book. */
export interface Pasted {
  /** A possible ASIN of the book. */
  asin: string | null
  /** The region that the link leads to, or null if it does not say. */
  region: Region | null
  /** What to search for if no book has that ASIN, or null if the link gives no words. */
  words: string | null
}

const UNREADABLE: Pasted = { asin: null, region: null, words: null }
/** The longest query that the catalogue accepts. */
const MAX_CHARACTERS = 200

const LINK =
  /https?:\/\/[^\s<>"]+|(?:[\w-]{1,63}\.){0,5}(?:audible|amazon|amzn|goodreads)\.[a-z.]{2,6}\/[^\s<>"]*/i
const PREFIX = /^(?:asin|isbn(?:-1[03])?)\s*:?\s*/i
const ASIN = /^B0[A-Z0-9]{8}$/i
/** In capitals, as ASINs are printed; in lower case it could be a word. */
const PRINTED_ASIN = /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/
/** What shops add to the title in an audiobook's address. */
const SHOP_WORDS =
  /[-_](?:audiobooks?|h(?:o|oe|ö)rb(?:uch|ücher|uecher)|livres?-audio|audiolibros?|audiolivros?)$/i
/** The words of a title, joined; other parts of an address have only one word, or marks such as `ref=`. */
const TITLE = /[\p{L}\p{N}]{2}[-_][\p{L}\p{N}]/u
/** Pages of people and series have ASINs too, but not those of books. */
const NO_BOOK = /^(?:series|author|narrator)$/i

/** Reads a link to Audible, Amazon or Goodreads, an ASIN or an ISBN; null for plain words. */
export function readPasted(text: string): Pasted | null {
  const link = LINK.exec(text)?.[0]
  if (link !== undefined) return readLink(link)
  const bare = text.replace(PREFIX, '').trim()
  if (ASIN.test(bare) || PRINTED_ASIN.test(bare)) {
    return { asin: bare.toUpperCase(), region: null, words: null }
  }
  return readIsbn(bare)
}

function readIsbn(text: string): Pasted | null {
  const isbn = isbnOf(text)
  return isbn === null ? null : { asin: shortForm(isbn), region: null, words: longForm(isbn) }
}

function readLink(link: string): Pasted {
  const address = link.includes('://') ? link : `https://${link}`
  if (!URL.canParse(address)) return UNREADABLE
  const { hostname, pathname, searchParams } = new URL(address)
  const [, shop, domain] = /(?:^|\.)(audible|amazon|goodreads)\.((?:com?\.)?[a-z]{2,3})$/.exec(hostname) ?? []
  const path = pathname.split('/').map(decoded)
  if (shop === undefined || domain === undefined) return UNREADABLE
  if (shop === 'goodreads') return { ...UNREADABLE, words: titleAtGoodreads(path) }
  return readShop([...path, searchParams.get('asin') ?? ''], regionOfDomain(domain))
}

function readShop(path: string[], region: Region | null): Pasted {
  const other = path.findIndex((part) => NO_BOOK.test(part))
  if (other >= 0) return { asin: null, region, words: wordsOf(path[other + 1] ?? '') }
  const found = path.map(asinIn).find((asin) => asin !== null) ?? null
  const title = path.find((part) => TITLE.test(part) && !part.includes('='))
  const words = title === undefined ? null : wordsOf(title)
  const printed = found === null ? null : isbnOf(found)
  return { asin: found, region, words: words ?? (printed === null ? null : longForm(printed)) }
}

/** An ASIN that is a whole part of an address, possibly with a comma or bracket from the surrounding text. */
function asinIn(part: string): string | null {
  const plain = part.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
  return ASIN.test(plain) || PRINTED_ASIN.test(plain) || isbnOf(plain)?.length === 10
    ? plain.toUpperCase()
    : null
}

/** Addresses of books, series and people consist of a number followed by the name. */
function titleAtGoodreads(path: string[]): string | null {
  const named = path.map((part) => /^\d+[-.](.+)$/.exec(part)?.[1]).find((name) => name !== undefined)
  return named === undefined ? null : wordsOf(named)
}

function wordsOf(name: string): string | null {
  if (asinIn(name) !== null) return null
  const words = name.replace(SHOP_WORDS, '').replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
  // Cuts between whole characters, since half a character cannot be encoded for the catalogue.
  return [...words.trim()].slice(0, MAX_CHARACTERS).join('') || null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return part
  }
}
