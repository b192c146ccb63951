import { nameKey } from '#server/domain/name-key.rules'

/**
 * Letters of other scripts that look like Latin ones, in both cases: those of the Unicode list of confusables
 * (Unicode Technical Standard 39) that common fonts draw alike. Each row has the imitated letters, then those that
 * imitate them, in the same order.
 */
const ROWS: readonly [latin: string, others: string][] = [
  // Cyrillic
  ['abcdeghijklnoprsuvwxyyq', 'аьсԁеԍһіјкӏпоргѕцѵԝхуүԛ'],
  ['ABCEFGHIJKMOPQSTVWXYYl', 'АВСЕҒԌНІЈКМОРԚЅТѴԜХУҮӀ'],
  // Greek
  ['aiknoopptuvwxycj', 'αικησορϱτυνωχγϲϳ'],
  ['ABEFHIJKMNOPTXYZC', 'ΑΒΕϜΗΙͿΚΜΝΟΡΤΧΥΖϹ'],
  // Armenian
  ['ghjlnnoqsuuwfh', 'ցհյլոռօզտսւապի'],
  ['LOSU', 'ԼՕՏՍ'],
  // Cherokee
  ['ABCDEGHIJKLMPRRSTVWWYYZbi', 'ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᎡᏒᏚᎢᏙᎳᏔᎩᎽᏃᏏᎥ'],
  // Lisu
  ['ABCDEFGHIJKLMNOPRSTUVWXYZ', 'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ'],
  // Canadian syllabics
  ['ABCDDFHJLMPRSUVW', 'ᗅᗷᑕᗪᗞᖴᕼᒍᒪᗰᑭᖇᔕᑌᐯᗯ'],
]

const LATIN = new Map(
  ROWS.flatMap(([latin, others]) =>
    [...others].map((other, at): [string, string] => [other, latin[at] ?? other]),
  ),
)

/** The Latin letter that a character looks like; some look like it only in upper case. */
const latinFor = (character: string) =>
  LATIN.get(character) ?? LATIN.get(character.toUpperCase()) ?? character

/**
 * What a name looks like: two names that differ, but have the same appearance, can be mistaken for each other.
 * @returns the name with letters of other scripts replaced by the Latin ones that they look like, for comparison.
 */
function appearanceOf(name: string): string {
  const inLatin = (text: string) => [...text].map(latinFor).join('')
  // Compatibility forms hide what a lunate sigma looks like, but reveal a mathematical alpha.
  return nameKey(inLatin(inLatin(name.normalize('NFD')).normalize('NFKD')))
}

/** Whether a new name could be mistaken for one of the others, which is written in another script. */
export function imitates(name: string, others: readonly string[]): boolean {
  const appearance = appearanceOf(name)
  const key = nameKey(name)
  return others.some((other) => appearanceOf(other) === appearance && nameKey(other) !== key)
}
