import romanisation from './lexicon/romanisation.json'

const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries(romanisation.letters))
const OTHER_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`)

/** Transcriptions of one sound, with the spelling that represents all of them. */
const SOUNDS = romanisation.sounds.map(
  ([written = '', sound = '']) => [new RegExp(written, 'g'), sound] as const,
)

/** Whether a folded text has letters of a script that is transcribed letter by letter. */
export function isRomanisable(key: string): boolean {
  return key.charCodeAt(0) >= FIRST_OTHER && OTHER_LETTERS.test(key)
}
/** Greek letters come first among these scripts. */
const FIRST_OTHER = 0x370

/** A folded word in Latin letters: "достоевскии" becomes "dostoevskii". */
export function romanised(key: string): string {
  return [...key].map((letter) => LETTERS.get(letter) ?? letter).join('')
}

/** The part of a folded Latin name that all transcriptions share. */
export function soundOf(key: string): string {
  return SOUNDS.reduce((word, [written, sound]) => word.replace(written, sound), key)
}
