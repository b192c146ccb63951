import { everyWord } from './lexicon/languages'

/** The signs that occur in a text, as bits of one number. Absent signs need not be searched for. */
export const HAS = {
  digit: 1,
  opening: 1 << 1,
  /** One of `:;.`, which separate hours from minutes. */
  clock: 1 << 2,
  /** A sign that masks a letter or starts an entity. */
  repairable: 1 << 3,
  /** A sign or letter that occurs in post subjects: quotes, a slash, a point, the first letter of "yEnc". */
  posting: 1 << 4,
  /** A number followed by the first letter of a unit: "kbps" or "KB", "MB" or "GB", "hours". */
  kilo: 1 << 5,
  mega: 1 << 6,
  hours: 1 << 7,
  /** Letters or signs beyond ASCII. */
  other: 1 << 8,
} as const

const EVERYTHING = (1 << 9) - 1
const BEHIND_NUMBERS = HAS.kilo | HAS.mega | HAS.hours

const HOURS = [...everyWord('hours')].map((word) => word.charAt(0)).join('')
const SIGNS: readonly (readonly [string, number])[] = [
  ['0123456789', HAS.digit],
  ['([{', HAS.opening],
  [':;.', HAS.clock],
  ['&*#@!_', HAS.repairable],
  ['/".yY', HAS.posting],
  ['kK', HAS.kilo],
  ['mMgG', HAS.mega],
  [HOURS + HOURS.toUpperCase(), HAS.hours],
]

const BITS = new Uint16Array(128)
for (const [signs, bit] of SIGNS) {
  for (const sign of signs) BITS[sign.charCodeAt(0)] = (BITS[sign.charCodeAt(0)] ?? 0) | bit
}

const HYPHEN = 45

/** The bits of `HAS` that a text sets, found in one pass; all bits if it is not plain ASCII. */
export function signsIn(text: string): number {
  let found = 0
  /** 2 directly after a digit, 1 if there is one space between. */
  let behindNumber = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const bits = BITS[code]
    if (bits === undefined) return EVERYTHING
    found |= behindNumber > 0 ? bits : bits & ~BEHIND_NUMBERS
    behindNumber = (bits & HAS.digit) !== 0 ? 2 : behindNumber === 2 && isBlank(code) ? 1 : 0
    // A masked vowel may be two hyphens.
    if (code === HYPHEN && text.charCodeAt(at + 1) === HYPHEN) found |= HAS.repairable
  }
  return found
}

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)
