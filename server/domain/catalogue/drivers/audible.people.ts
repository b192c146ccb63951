/*
 * The catalogue includes a person's role in the name, in the language of the shop. Several are joined by
 * commas or "and": "Leslie S. Klinger - editor", "Vanessa Lamatsch - Übersetzer".
 */
const AUTHOR = /^(?:co-?)?(?:author|writer|autor|auteur|autore|escritor|verfasser)/i
const NARRATOR =
  /^(?:co-?)?(?:narrator|reader|read by|performer|sprecher|erzähler|narrateur|lecteur|narrador|narratore|voce|voix|voz)/i
const CONTRIBUTOR = new RegExp(
  `^(?:${[
    'edit(?:or|ed|ion)',
    '[ée]diteur',
    'herausgeber',
    'curat(?:or|ore)',
    'compil',
    'translat',
    'übersetz',
    'traduct',
    'tradutt',
    'tradu[cç]',
    'vertal',
    'introduc',
    'introdu[zç]',
    'einleitung',
    'einführung',
    'foreword',
    'fore?ward',
    'after?word',
    'preface',
    'pr[ée]fac',
    'prefazione',
    'pr[óo]logo',
    'prologue',
    'epilog',
    'vorwort',
    'nachwort',
    'postface',
    'adapt',
    'bearbeit',
    'dramatis',
    'dramatiz',
    'illustrat',
    'contribut',
    'beiträg',
    'commentar',
    'notes?$',
    'anmerkung',
    'director',
    'directed',
    'regie',
    'regisseur',
    'produc',
    'produz',
    'sound',
    'music',
    'musik',
    'compos',
    'kompon',
    'photograph',
    'with$',
    'essay',
    'interview',
    'consult',
    'research',
  ].join('|')})`,
  'i',
)

const DASH = /(?<!\s)\s+[-–—]\s+/
const IN_BRACKETS_AT_END = /^(.*\S)\s*\(([^()]+)\)$/
const BETWEEN_ROLES = /[,;/&+]|\s(?:and|und|et|e|y)\s/i

type Part = 'author' | 'narrator' | 'contributor'

function partOf(role: string): Part | null {
  if (AUTHOR.test(role)) return 'author'
  if (NARRATOR.test(role)) return 'narrator'
  return CONTRIBUTOR.test(role) ? 'contributor' : null
}

/** The meaning of each joined role; null if any is unknown. */
function partsOf(roles: string): Part[] | null {
  const parts = roles.split(BETWEEN_ROLES).map((role) => partOf(role.trim()))
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length ? known : null
}

/** Splits a credit into the name and the role; an unknown suffix stays part of the name. */
function readCredit(credit: string): { name: string; parts: Part[] } {
  const bracketed = IN_BRACKETS_AT_END.exec(credit)
  const pieces = bracketed ? bracketed.slice(1) : credit.split(DASH)
  const parts: Part[] = []
  while (pieces.length > 1) {
    const found = partsOf(pieces.at(-1) ?? '')
    if (found === null) break
    parts.push(...found)
    pieces.pop()
  }
  return parts.length > 0 ? { name: pieces.join(' - '), parts } : { name: credit, parts }
}

/**
 * Names of the people with the given role, without duplicates, in the given order. If no one is left (an
 * anthology that credits only its editor), all people are kept: a wrong name finds more than no name.
 */
export function peopleOf(credits: string[], part: 'author' | 'narrator'): string[] {
  const read = credits.map(readCredit)
  const fitting = read.filter(({ parts }) => parts.length === 0 || parts.includes(part))
  const names = (fitting.length > 0 ? fitting : read).map(({ name }) => name)
  const seen = new Set<string>()
  return names.filter((name) => {
    const key = name.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
