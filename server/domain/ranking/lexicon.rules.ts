import { LANGUAGE_CODES, LANGUAGE_WORDS } from './language.rules'
import { fold } from './normalise.rules'

/** What a word outside the title says about a release. */
export type TagKind = 'format' | 'not_audio' | 'language' | 'edition' | 'pack' | 'derived' | 'medium' | 'note'

export interface Tag {
  kind: TagKind
  /** A format, a medium that is no audiobook, a language code, an edition … by kind. */
  value: string
  /** Also an everyday word: a tag only where tags stand (in brackets, at the end, on its own). */
  soft: boolean
  /** The language in which the word is written, where that is the release's own. */
  language?: string
}

const tags = new Map<string, Tag>()
const declare = (kind: TagKind, value: string, words: string, soft = false) => {
  for (const word of words.split(' ')) tags.set(fold(word), { kind, value, soft })
}

/** Words by which a release tells its language without naming it. */
const declareIn = (language: string, words: string) => {
  for (const word of words.split(' ')) {
    const tag = tags.get(fold(word))
    if (tag) tags.set(fold(word), { ...tag, language })
  }
}

for (const [word, code] of LANGUAGE_WORDS) tags.set(word, { kind: 'language', value: code, soft: true })
declare('format', 'm4b', 'm4b m4bs')
declare('format', 'mp3', 'mp3 mp3s mp3a mp3cd')
declare('format', 'flac', 'flac')
declare('format', 'unknown_audio', 'aac ogg oga opus m4a wma aax aaxc alac wav ape mka')
declare('not_audio', 'ebook', 'epub epubs mobi azw azw3 azw4 kepub pdf djvu fb2 lit prc ebook ebooks ekitap')
declare('not_audio', 'ebook', 'kindle rtf txt docx', true)
declare('not_audio', 'comic', 'cbr cbz comic comics manga')
declare(
  'not_audio',
  'video',
  '480p 720p 1080p 1080i 2160p x264 x265 h264 h265 hevc xvid divx bluray brrip bdrip',
)
declare('not_audio', 'video', 'dvdrip webrip hdtv hdrip mkv avi mp4 webdl dvdr hdcam remux')
declare('not_audio', 'music', 'discography soundtrack ost bootleg vinyl lp karaoke')
declare('not_audio', 'music', 'album single ep concert musical', true)
declare('not_audio', 'sheet_music', 'partitura songbook')
declare('not_audio', 'software', 'keygen crack x86 x64 iso', true)
declare(
  'edition',
  'unabridged',
  'unabridged unabr unabrdg unabridge integrale uforkortet oförkortad oavkortad uavkortet onverkort nezkráceno',
)
declare('edition', 'unabridged', 'uncut', true)
declare(
  'edition',
  'abridged',
  'abridged abr abridgement abridgment verkort förkortad forkortet avkortet zkráceno',
)
declare('edition', 'abridged', 'abrégé abrégée abreviado abreviada ridotta condensed', true)
declare(
  'edition',
  'dramatised',
  'dramatized dramatised dramatization dramatisation graphicaudio latw audiodrama audioplay radioplay radiodrama ' +
    'radiodramma radionovela hoorspel hörespil radioteater radioteatteri kuunnelma słuchowisko dramatizace ' +
    'радиоспектакль аудиоспектакль радиопостановка 广播剧 廣播劇 ラジオドラマ',
)
declare('pack', '', 'omnibus boxset boxsets sammelpack megapack bundle compilation collected')
declare(
  'pack',
  '',
  'collection trilogy duology quartet quintet tetralogy trilogie pack complete saga series',
  true,
)
declare('derived', '', 'parody cliffsnotes sparknotes blinkist supersummary bookrags workbook coursebook')
declare('derived', '', 'joosr instaread quickread quickreads getabstract readtrepreneur storyshots litcharts')
declare('derived', '', 'gradesaver bookcaps fanfiction fanfic')
declare(
  'derived',
  '',
  'summary summaries companion analysis excerpt sampler trailer sample interview preview review reviews recap ' +
    'zusammenfassung resumen riassunto samenvatting',
  true,
)
declare(
  'medium',
  'audiobook',
  'audiobook audiobooks abook audiolibro audiolivro hörbuch luisterboek audioboek ljudbok lydbog lydbok äänikirja ' +
    'hangoskönyv аудиокнига аудиокниги аудіокнига オーディオブック 有声书 有声小说 有聲書 有聲小說 오디오북',
)
declare('medium', 'audiobook', 'audio audiolivre audiokniha', true)
declare('note', '', 'yenc nzb par2 nfo sfv nmr')
declare('note', '', 'retail web webrip vbr int internal repost proper rip rar cd cds dvd vip booklet', true)
declare(
  'note',
  '',
  'edition anniversary deluxe expanded extended revised updated illustrated remastered annotated',
)
declare(
  'note',
  '',
  'special text original version new full cast adaptation production digital scan hybrid definitive authors tenth ' +
    'fifteenth twentieth thirtieth fortieth fiftieth',
  true,
)
declare(
  'note',
  '',
  'freeleech chapterized chapterised chaptered chapters hq lq req request reposted enjoy',
  true,
)

/** German words with their endings, umlauts written as one vowel or two. */
const declareGerman = (kind: TagKind, value: string, stems: string, endings: string) => {
  for (const stem of stems.split(' ')) {
    for (const ending of endings.split(' ')) {
      for (const word of [`${stem}${ending}`, `${stem}${ending}`.replace('ü', 'ue').replace('ö', 'oe')]) {
        declare(kind, value, word)
        declareIn('de', word)
      }
    }
  }
}
const NO_ENDING = ''
declareGerman('edition', 'unabridged', 'ungekürzt', `${NO_ENDING} e er es en`)
declareGerman('edition', 'abridged', 'gekürzt', `${NO_ENDING} e er es en`)
declareGerman('edition', 'dramatised', 'hörspiel', `${NO_ENDING} e s serie`)
declare('note', '', 'ausgabe lesung lesefassung fassung edicion edizione editie uitgave', true)
declareGerman('medium', 'audiobook', 'hörbuch hörbüch', `${NO_ENDING} er`)

declareIn('de', 'sammelpack zusammenfassung')
declareIn('nl', 'luisterboek audioboek hoorspel onverkort')
declareIn('sv', 'ljudbok oförkortad oavkortad')
declareIn('da', 'lydbog hörespil uforkortet')
declareIn('no', 'lydbok uavkortet')
declareIn('fr', 'audiolivre')
declareIn('pt', 'audiolivro')
declareIn('fi', 'äänikirja kuunnelma')
declareIn('hu', 'hangoskönyv')
declareIn('pl', 'słuchowisko')
declareIn('it', 'radiodramma')
declareIn('ru', 'аудиокнига аудиокниги радиоспектакль аудиоспектакль радиопостановка')
declareIn('uk', 'аудіокнига')
declareIn('ja', 'オーディオブック ラジオドラマ')
declareIn('zh', '有声书 有声小说 有聲書 有聲小說 广播剧 廣播劇')
declareIn('ko', '오디오북')

const phrases = new Map<string, Tag>()
const declarePhrase = (kind: TagKind, value: string, words: string) => {
  for (const phrase of words.split('|')) phrases.set(phrase, { kind, value, soft: false })
}
declarePhrase(
  'edition',
  'dramatised',
  'graphic audio|radio drama|radio play|audio drama|stage play|radio dramatisation|audio immersion',
)
declarePhrase(
  'edition',
  'dramatised',
  'bbc r4|bbc r4x|bbc radio|bbc r3|bbc r2|theatre works|radio theatre|audio play',
)
declarePhrase(
  'pack',
  '',
  'box set|boxed set|complete series|complete collection|complete saga|complete trilogy',
)
declarePhrase(
  'pack',
  '',
  'box sets|full series|entire series|novel collection|book collection|complete works',
)
declarePhrase('derived', '', 'summary of|analysis of|review of|companion to|notes on|sneak peek')
declarePhrase('derived', '', 'study guide|conversation starters|key takeaways|young readers|guided journal')
declarePhrase('not_audio', 'comic', 'graphic novel')
declarePhrase('not_audio', 'music', 'cast recording|motion picture')
declarePhrase(
  'note',
  '',
  'complete edition|complete unabridged|complete uncut|complete and|complete audiobook|complete novel',
)
declarePhrase('not_audio', 'sheet_music', 'sheet music|piano score|vocal score')
declarePhrase('not_audio', 'video', 'web dl|blu ray|tv series')

const codes = new Set(LANGUAGE_CODES)

/** What a folded word says outside the title; undefined where it is a word like any other. */
export function tagOf(word: string): Tag | undefined {
  return tags.get(word) ?? patternTag(word)
}

/** What two folded words following each other say together. */
export function phraseTag(first: string, second: string): Tag | undefined {
  return PHRASE_STARTS.has(first) ? phrases.get(`${first} ${second}`) : undefined
}
const PHRASE_STARTS = new Set([...phrases.keys()].map((phrase) => phrase.slice(0, phrase.indexOf(' '))))

/** A language code of two letters as scene names write it; in capitals only, since most are words too. */
export function languageCodeTag(raw: string): Tag | undefined {
  if (raw.length !== 2 || raw !== raw.toUpperCase()) return undefined
  const code = codes.has(raw.toLowerCase()) ? raw.toLowerCase() : SCENE_CODES[raw]
  return code === undefined ? undefined : { kind: 'language', value: code, soft: true }
}
/** Countries that stand for their language in scene names. */
const SCENE_CODES: Readonly<Record<string, string>> = {
  SE: 'sv',
  DK: 'da',
  CZ: 'cs',
  JP: 'ja',
  CN: 'zh',
  GR: 'el',
  BR: 'pt',
}

/** Of an ASIN, which may begin and end with a letter. */
const IDENTIFIER_LENGTH = 10
const NOTE: Tag = { kind: 'note', value: '', soft: false }
const SOFT_NOTE: Tag = { kind: 'note', value: '', soft: true }
const MP3: Tag = { kind: 'format', value: 'mp3', soft: false }
const VIDEO: Tag = { kind: 'not_audio', value: 'video', soft: false }

/** Words of letters and digits that follow a pattern: discs, episodes, years, identifiers. */
function patternTag(word: string): Tag | undefined {
  const last = word.charCodeAt(word.length - 1)
  const first = word.charCodeAt(0)
  if (!isDigit(first) && !isDigit(last) && word.length !== IDENTIFIER_LENGTH) return undefined
  if (/^\d{0,2}mp3cds?$/.test(word)) return MP3
  if (/^\d{1,2}(?:cds?|dvds?)$/.test(word)) return NOTE
  if (/^s\d{2}e\d{2,3}$/.test(word)) return VIDEO
  if (/^(?:1[5-9]|20)\d{2}[a-z]?$/.test(word)) return NOTE
  if (/^v\d$/.test(word)) return SOFT_NOTE
  if (/^b0[0-9a-z]{8}$/.test(word) || /^\d{9}[\dx]$/.test(word) || /^97[89]\d{10}$/.test(word)) return NOTE
  if (/^\d{1,3}(?:th|st|nd|rd)$/.test(word)) return SOFT_NOTE
  return undefined
}

const isDigit = (code: number) => code >= 48 && code <= 57
