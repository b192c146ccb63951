import { articleLanguages } from '#server/domain/ranking/language.rules'
import { GAP, type Word } from '#server/domain/ranking/normalise.rules'
import {
  isDescription,
  isLikelyPerson,
  looksLikeName,
  opensSubtitle,
} from '#server/domain/ranking/title-words.rules'
import type { Chunk } from './chunks.rules'
import { SIDE_NAMES } from './feature-names.rules'
import { isBeyondAuthor, type Note, type Scene } from './place-facts.rules'
import { IS, LIGHT, isA } from '#server/domain/ranking/vocabulary.rules'

const POSSESSIVE = /['’]s$/i
const SUBTITLE_WORDS = 5

/** Notes what the words are: a name, a kind of book, a subtitle, or a mark of whoever made the files. */
export function wordFacts(chunk: Chunk, scene: Scene, note: Note): void {
  ownFacts(chunk, scene, note)
  subtitleFacts(chunk, scene, note)
  nameFacts(chunk, scene, note)
  writingFacts(chunk, scene, note)
  const first = chunk.words[0]?.key ?? ''
  const article = articleLanguages(first)
  const { languages, ownWords } = scene.wanted
  if (article.length > 0 && !ownWords.has(first) && !article.some((language) => languages.includes(language)))
    note('foreign-article')
}

/** "Quiet Power" contains a word of the subtitle of "Quiet", but is another book. */
function ownFacts(chunk: Chunk, { wanted, window }: Scene, note: Note): void {
  const isOwn = chunk.words.every((word) => isA(word, LIGHT) || wanted.ownWords.has(word.key))
  if (!isOwn || window.form.piece) return
  note(chunk.place === 'touching' && window.form.heavy < 2 ? 'own-words-touching' : 'own-words')
}

function subtitleFacts(chunk: Chunk, scene: Scene, note: Note): void {
  const { words, side, place, heavy, start } = chunk
  const last = words.at(-1)
  const first = words[0]
  if (!first || !last) return
  if (words.some(({ entry }) => entry.tag?.kind === 'derived')) note('about-the-book')
  const divided = place !== 'touching' && place !== 'hyphen'
  const opens = opensSubtitle(words)
  // "a novel", "A Throne of Glass Novel"
  const isKind = isDescription([last]) && (words.length <= 1 || opens || isA(first, LIGHT))
  const isBehindAuthor = side === 'after' && isBeyondAuthor(chunk, scene)
  if (isBehindAuthor && isDescription(words) && !opens) note('kind-beyond-author')
  else if (isKind && side === 'after') note('kind-of-book')
  else if (divided && isDescription(words)) note(SIDE_NAMES[side].describes)
  if (words.some(({ raw }) => POSSESSIVE.test(raw))) note('possessive')
  if (side === 'before' || !divided || start === 0) return
  if (opens) note('opens-subtitle')
  else if (isA(first, IS.article) && place !== 'colon') note('begins-with-article')
  if (heavy >= SUBTITLE_WORDS || (heavy > 2 && place === 'colon')) note('subtitle-length')
}

function nameFacts(chunk: Chunk, scene: Scene, note: Note): void {
  const names = SIDE_NAMES[chunk.side]
  const isNamed = scene.author !== 'none'
  const words = withoutBy(chunk.words)
  const isKnown = scene.wanted.knownPeople.has(joined(words))
  // Without a named author, a narrator may be the author of another book.
  if (isKnown && isNamed) {
    note('known-person')
  } else if (isKnown || isLikelyPerson(words)) {
    note(isNamed ? names.person : names['person-for-author'])
    if (isNamed && isBeyondAuthor(chunk, scene)) note(names['beyond-author-person'])
  } else if (looksLikeName(words)) {
    note(isNamed ? names.name : names['name-for-author'])
  } else if (!isNamed && words.length === 1 && chunk.place !== 'touching') {
    note(names['word-for-author'])
  }
}

const joined = (words: readonly Word[]) => words.map(({ key }) => key).join('')

function withoutBy(words: readonly Word[]): readonly Word[] {
  const from = words.findIndex((word) => !isA(word, IS.byline | IS.and))
  return from > 0 ? words.slice(from) : words
}

/** Notes marks of whoever made the files: groups, counters, capitals. */
function writingFacts(chunk: Chunk, scene: Scene, note: Note): void {
  const { words, side, end, start } = chunk
  const names = SIDE_NAMES[side]
  const [first] = words
  if (!first) return
  const isCapital = ({ raw }: Word) =>
    raw.length > 1 && raw === raw.toUpperCase() && raw !== raw.toLowerCase()
  const title = scene.words[scene.window.start]
  if (words.every(isCapital) && title && !isCapital(title)) note(names.capitals)
  if (words.some(({ raw }) => hasOddCase(raw))) note(names['odd-case'])
  const isLast = end === scene.words.length && words.length === 1
  if (isLast && first.gap === GAP.hyphen) note('group-suffix')
  const inBracket = first.bracket > 0
  if (inBracket && words.length <= 3 && words.some(({ entry }) => !Number.isNaN(entry.value)) && start > 0)
    note('counted')
}

/** "iND", "MooN": a capital after a lower-case letter, or at the end. */
const hasOddCase = (raw: string) =>
  raw.length > 2 &&
  /^\p{L}+$/u.test(raw) &&
  /\p{Ll}\p{Lu}/u.test(raw) &&
  !/^(?:Mc|Mac|De|Le|La|Di|Da|Van|O)\p{Lu}/u.test(raw)
