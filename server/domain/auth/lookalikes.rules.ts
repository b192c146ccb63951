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

/** Latin letters and digits that look like each other, among themselves or two together, in the case given. */
const ALIKE: readonly [RegExp, string][] = [
  [/[I1|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv|VV/g, 'w'],
]

/**
 * What a name looks like: the skeleton of Unicode Technical Standard 39, section 4, of what is in the rows above.
 * @returns the name with letters replaced by those that they look like, for comparison.
 */
function skeletonOf(name: string): string {
  const inLatin = (text: string) => [...text].map(latinFor).join('')
  // Compatibility forms hide what a lunate sigma looks like, but reveal a mathematical alpha.
  const latin = inLatin(inLatin(name.normalize('NFD')).normalize('NFKD'))
  return nameKey(ALIKE.reduce((text, [letters, like]) => text.replace(letters, like), latin))
}

/** The appearances of a name: as written, and in small letters, since people write a name in either way. */
const appearancesOf = (name: string) => [skeletonOf(name), skeletonOf(name.toLowerCase())]

/** Whether a new name could be mistaken for one of the others: it differs, but looks the same. */
export function imitates(name: string, others: readonly string[]): boolean {
  const appearances = appearancesOf(name)
  const key = nameKey(name)
  return others.some(
    (other) => nameKey(other) !== key && appearancesOf(other).some((one) => appearances.includes(one)),
  )
}
