import type { EvalWanted } from '#scripts/lib/eval-cases'
import { pick } from './random'

/** A change to a right name that leaves it the same book. */
interface Variant {
  name: string
  apply: (title: string, wanted: EvalWanted, random: () => number) => string
}

const GROUPS = ['FERRET', 'iND', 'MooN', 'LiBRO', 'QUARTZ', 'TXR', 'BRiNE', 'SHELF', 'NoRM']
const GENRES = ['Fantasy', 'Krimi', 'Sci-Fi', 'Thriller', 'Romance', 'Horror', 'Biography', 'Roman']
const SITES = ['www.shelf-share.org', 'audiostack.net', 'booksound.me']
/** Invented narrators, whom neither the catalogue nor a list knows. */
const NARRATORS = [
  'Tessa Wrenfield',
  'Corin Halloway',
  'Ines Brandauer',
  'Jasper Quill',
  'Marit Solberg',
  'Odalys Ferrant',
  'Bram Teller',
  'Lucan Ardmore',
  'Hedda Winterfeld',
  'Anselm Corbray',
]
const between = (low: number, high: number, random: () => number) =>
  String(Math.floor(low + random() * (high - low + 1)))

/** Changes that any uploader may make to a right name. */
export const VARIANTS: readonly Variant[] = [
  { name: 'group suffix', apply: (title, _, random) => `${title}-${pick(GROUPS, random)}` },
  { name: 'group in brackets', apply: (title, _, random) => `${title} [${pick(GROUPS, random)}]` },
  { name: 'NEW in front', apply: (title) => `NEW - ${title}` },
  { name: 'genre in front', apply: (title, _, random) => `${pick(GENRES, random)} - ${title}` },
  { name: 'genre in brackets in front', apply: (title, _, random) => `[${pick(GENRES, random)}] ${title}` },
  { name: 'count of files', apply: (title, _, random) => `${title} [${between(2, 90, random)} files]` },
  { name: 'bare unknown narrator', apply: (title, _, random) => `${title} - ${pick(NARRATORS, random)}` },
  { name: 'narrator in brackets', apply: (title, _, random) => `${title} (${pick(NARRATORS, random)})` },
  {
    name: 'narrator by phrase',
    apply: (title, _, random) => `${title} (read by ${pick(NARRATORS, random)})`,
  },
  { name: 'bitrate', apply: (title, _, random) => `${title} ${pick(['64', '96', '128'], random)}kbps` },
  { name: 'year', apply: (title, _, random) => `${title} (${between(1995, 2024, random)})` },
  { name: 'year behind a dash', apply: (title, _, random) => `${title} - ${between(1995, 2024, random)}` },
  { name: 'format in brackets', apply: (title) => `${title} [M4B]` },
  { name: 'file extension', apply: (title) => `${title}.m4b` },
  { name: 'scene dots', apply: (title) => title.replace(/ - /g, '-').replace(/ /g, '.') },
  { name: 'underscores', apply: (title) => title.replace(/ /g, '_') },
  { name: 'lower case', apply: (title) => title.toLowerCase() },
  { name: 'capitals', apply: (title) => title.toUpperCase() },
  { name: 'size', apply: (title, _, random) => `${title} ${between(120, 900, random)} MB` },
  { name: 'site in front', apply: (title, _, random) => `[ ${pick(SITES, random)} ] - ${title}` },
  { name: 'counter of a post', apply: (title) => `[03/41] - "${title}.par2" yEnc (1/9)` },
  {
    name: 'identifier',
    apply: (title, _, random) => `${title} [B0${between(10, 99, random)}SQ${between(1000, 9999, random)}]`,
  },
]
