import type { IssueCode } from './issues'

/**
 * The rules that keep new usernames from looking like others. Mixed scripts follow the "highly restrictive" level of
 * Unicode Technical Standard 39, section 5.2.
 */

/** Invisible or direction-changing characters, which hide in a name or disguise it. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]/u

/** Spaces that look like the usual one, or like two of them. */
const ODD_BLANK = /(?! )\p{Zs}| {2}/u

/** A combining mark without a letter, or enough of them to cover the line above. */
const LOOSE_MARKS = /^\p{M}|\p{Zs}\p{M}|\p{M}{4}/u

/** Scripts in use today: recommended and limited use in Unicode Standard Annex 31, tables 5 and 7. */
const SCRIPTS =
  'Adlam Arabic Armenian Balinese Bamum Batak Bengali Bopomofo Canadian_Aboriginal Chakma Cham Cherokee Cyrillic ' +
  'Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Javanese Kannada Katakana ' +
  'Kayah_Li Khmer Lao Latin Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Mongolian Myanmar New_Tai_Lue Newa ' +
  'Nko Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tamil ' +
  'Telugu Thaana Thai Tibetan Tifinagh Vai Yi'

/** Groups of scripts that one language mixes. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...SCRIPTS.split(' ').map((script) => [script]),
]

const only = (scripts: readonly string[]) =>
  new RegExp(
    `^[${['Common', 'Inherited', ...scripts].map((script) => `\\p{scx=${script}}`).join('')}]*$`,
    'u',
  )

let mixes: readonly RegExp[] | undefined

/**
 * Whether all letters are of one script, or of scripts that one language mixes. Digits and punctuation belong
 * to every script.
 */
function isOfOneLanguage(name: string): boolean {
  mixes ??= TOGETHER.map(only)
  return mixes.some((mix) => mix.test(name))
}

/**
 * Why a new username could be mistaken for another, or for a word with a meaning of its own.
 * @param name trimmed.
 * @returns an issue code; undefined if there is none.
 */
export function lookalikeFault(name: string): IssueCode | undefined {
  // In addresses such as /api/users/me, it means the caller.
  if (name.normalize('NFKC').toLowerCase() === 'me') return 'reserved_name'
  if (INVISIBLE.test(name)) return 'invisible_characters'
  if (ODD_BLANK.test(name)) return 'unusual_spaces'
  if (LOOSE_MARKS.test(name)) return 'loose_accents'
  // Compatibility forms, such as circled letters, count as those letters.
  if (!isOfOneLanguage(name.normalize('NFKC'))) return 'mixed_alphabets'
  return undefined
}
