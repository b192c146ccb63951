import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#contract/words/messages'
import { filesOf, languages, partsOf, textsIn, textsOf } from '#scripts/lib/locales'
import { argumentsOf } from '#scripts/lib/message-arguments'
import { messageTexts } from '#scripts/lib/message-texts'
import { messageTypes } from '#scripts/lib/message-types'
import { formatted } from '#scripts/lib/formatted'

const partOf = new Map(
  partsOf('en').flatMap((part) => [...textsIn('en', part).keys()].map((key) => [key, part])),
)
const keys = [...partOf.keys()]
/** The message files of a language, those in folders too. */
const filesIn = (language: string) => partsOf(language).flatMap((part) => filesOf(language, part))

const sources = new Map(
  ['client', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(?:ts|vue)$/.test(file) && !file.endsWith('words/messages.ts'))
      .map((file) => [file, readFileSync(file, 'utf8')] as const),
  ),
)

/** The keys that a client file contains, as whole keys or as their beginning and end. */
function keysIn(text: string): string[] {
  const whole = [...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key = '']) => key)
  const patterns = [...text.matchAll(/`((?:[\w-]+\.)+[\w-]*\$\{[^`]*)`/g)].map(([, template = '']) => {
    const fixed = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    return new RegExp(`^${fixed.map((piece) => piece.replaceAll('.', '\\.')).join('[\\w-]+')}$`)
  })
  return [
    ...whole.filter((key) => partOf.has(key)),
    ...keys.filter((key) => patterns.some((each) => each.test(key))),
  ]
}

const ROUTES = 'client/app/routes.ts'

/** A client file and everything it imports, statically or on demand. */
function graphOf(file: string, seen = new Set<string>()): Set<string> {
  const text = sources.get(file)
  if (text === undefined || seen.has(file) || file === ROUTES) return seen
  seen.add(file)
  for (const [, path = ''] of text.matchAll(/(?:from |import\()'([#.][^']+)'/g)) {
    const at = path.startsWith('#client/') ? path.slice(1) : join(dirname(file), path)
    graphOf(at.endsWith('.vue') ? at : `${at}.ts`, seen)
  }
  return seen
}

/** Each page with the text parts named in its route. */
function pages(): [page: string, parts: string[]][] {
  const [, ...routes] = (sources.get(ROUTES) ?? '').split(/\b(?:path: |page\()'/)
  return routes.flatMap((route): [string, string[]][] => {
    const [, page = ''] = /import\('#?(?:\.\/)?([^']+)'\)/.exec(route) ?? []
    const [, texts = ''] = /texts: \[([^\]]*)\]/.exec(route) ?? []
    const parts = [...texts.matchAll(/'([\w-]+)'/g)].map(([, part = '']) => part)
    return page.startsWith('client/features/') ? [[page, parts]] : []
  })
}

describe('the English texts', () => {
  it('are each in one file', () => {
    const all = filesIn('en').flatMap((file) => textsOf('en', file).map(([key]) => key))
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
  })

  it('are all in a part, which has a file of its own name', () => {
    const all = readdirSync('locales/en', { recursive: true, encoding: 'utf8' })
    expect(all.filter((name) => name.endsWith('.json')).toSorted()).toEqual(filesIn('en').toSorted())
  })

  it('are the ones that the compiler knows', async () => {
    const file = 'server/contract/words/messages.ts'
    expect(readFileSync(file, 'utf8')).toBe(await formatted(file, messageTypes()))
    expect([...LANGUAGES]).toEqual(languages())
    const imports = 'server/domain/notifications/texts.ts'
    expect(readFileSync(imports, 'utf8')).toBe(await formatted(imports, messageTexts()))
  })

  it('load with each page that uses them', () => {
    const routed = pages()
    const shared = ['app', 'settings', 'audit']
    const all: typeof routed = [['client/main.ts', []], ['client/layout/AppLayout.vue', []], ...routed]
    const missing = all.flatMap(([page, parts]) => {
      const used = [...graphOf(page)].flatMap((file) => keysIn(sources.get(file) ?? ''))
      const needed = new Set(used.map((key) => partOf.get(key) ?? ''))
      return [...needed]
        .filter((part) => ![...shared, ...parts].includes(part))
        .map((part) => `${page}: ${part}`)
    })
    expect(routed.length).toBeGreaterThan(25)
    expect(missing).toEqual([])
  })
})

/** Names, and words that other languages share with English. */
const SHARED_WORDS = new Set(
  `Earmark ltr in M MB MP B OpenID Connect Apprise Gotify ntfy Discord Usenet Torrent Torrents JSON FLAC ASIN config indexers json
  kbit s h min bytes Release Releases Format format Name Token Root Seeders Seeder seeder seeders Password Indexer Flag Flags Scopes
  Original Notifications Link Download Actions System Status Server Score Issuer India Canada Australia Japan
  France Goodreads StoryGraph Hardcover Bestseller Administrator optional Optional Suggestions Service Quotas Packs Note Messages Message
  Invitation Details Database Account ebook video software plural one other`.split(/\s+/),
)
const isShared = (text: string) =>
  (text.replaceAll(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []).every(
    (word) => SHARED_WORDS.has(word) || /^(?:n|seeders)$/.test(word),
  )

/** The values that a text needs, and which of them are counted. */
const valuesOf = (text: string) =>
  [...argumentsOf(compile(text))].map(([name, isNumber]) => `${name}${isNumber ? ', a number' : ''}`).sort()

/** A language's plural forms for realistic numbers. */
function formsOf(language: string) {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))]
}

/** The branches of each plural of a text. */
const branchesOf = (text: string) =>
  text
    .split(/, plural, /)
    .slice(1)
    .map((rest) =>
      [...rest.matchAll(/(?:^|[\s}])(=\d+|zero|one|two|few|many|other) \{/g)].map(([, form]) => form),
    )

describe.each(languages().filter((language) => language !== 'en'))('the texts in %s', (language) => {
  const translated = filesIn('en')
    .filter((file) => file !== 'api.json')
    .map((file) => ({ file, from: new Map(textsOf('en', file)), to: new Map(textsOf(language, file)) }))
  const pairs = translated.flatMap(({ from, to }) =>
    [...from].map(([key, text]) => ({ key, text, said: to.get(key) ?? '' })),
  )

  it('are all there, and no others', () => {
    for (const { file, from, to } of translated) expect([...to.keys()], file).toEqual([...from.keys()])
    expect(filesIn(language).toSorted()).toEqual(translated.map(({ file }) => file).toSorted())
  })

  it('use the same values', () => {
    for (const { key, text, said } of pairs) expect(valuesOf(said), key).toEqual(valuesOf(text))
  })

  it('have every plural form of the language', () => {
    const forms = formsOf(language)
    for (const { key, said } of pairs)
      for (const branches of branchesOf(said)) expect(branches, key).toEqual(expect.arrayContaining(forms))
  })

  it('are not English, except names and words shared by both languages', () => {
    expect(pairs.filter(({ text, said }) => text === said && !isShared(text)).map(({ key }) => key)).toEqual(
      [],
    )
  })
})

describe('the French texts', () => {
  it('have no plain space before ?, !, ; or :, nor inside « »', () => {
    const all = filesIn('fr').flatMap((file) => textsOf('fr', file))
    expect(all.filter(([, text]) => / [?!;:»]|« /.test(text)).map(([key]) => key)).toEqual([])
  })
})
