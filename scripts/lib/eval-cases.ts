import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Release } from '#server/domain/ranking/ranking.types'

const wantedSchema = z.object({
  title: z.string(),
  author: z.string().nullish(),
  subtitle: z.string().nullish(),
  narrators: z.array(z.string()).default([]),
  series: z.array(z.object({ title: z.string(), position: z.string().nullable() })).default([]),
  language: z.string().nullable().default(null),
  edition: z.enum(['unabridged', 'abridged', 'dramatised', 'original']).nullable().default(null),
  runtime: z.number().nullish(),
})

/** A judged name. The verdict is in `match` or at the top level. */
const rowSchema = z.object({
  title: z.string(),
  class: z.string().default('unclassed'),
  wanted: wantedSchema.nullish(),
  is_same_book: z.boolean().nullish(),
  match: z
    .object({
      wanted: wantedSchema,
      is_same_book: z.boolean().nullable(),
      source_assert: z.string().nullish(),
    })
    .nullish(),
})

const truthSchema = z.object({
  wanted: wantedSchema,
  releases: z.array(
    z.object({
      guid: z.string(),
      title: z.string(),
      is_same_book: z.boolean().nullable(),
      source_assert: z.string().nullish(),
    }),
  ),
})

/** Searches in one file, each with all its releases. */
const listSchema = z.array(
  z.object({
    wanted: wantedSchema,
    rows: z.array(
      z.object({
        title: z.string(),
        truth: z.boolean().nullable(),
        size: z.number().nullish(),
        seeders: z.number().nullish(),
      }),
    ),
  }),
)

const searchSchema = z.array(
  z.object({
    guid: z.string(),
    indexerId: z.number(),
    indexer: z.string(),
    title: z.string(),
    size: z.number().optional(),
    protocol: z.enum(['torrent', 'usenet', 'unknown']).catch('unknown'),
    seeders: z.number().optional(),
    categories: z.array(z.object({ id: z.number() })).default([]),
  }),
)

export type EvalWanted = z.output<typeof wantedSchema>

/** One release and whether it is the wanted book; null if the source leaves the decision to a person. */
export interface EvalCase {
  source: string
  /** The kind of name, according to its labeller. */
  class: string
  /** Identifies the search that offered this release together with others; null if there was none. */
  search: string | null
  wanted: EvalWanted
  release: Release
  isSameBook: boolean | null
  note: string | null
}

/** Reads every `*.jsonl` and every `*.truth.json` with its search file under a directory. */
export async function readCases(directory: string): Promise<EvalCase[]> {
  const files = (await readdir(directory, { recursive: true })).sort()
  const cases: EvalCase[] = []
  for (const file of files) {
    const path = join(directory, file)
    if (file.endsWith('.jsonl')) cases.push(...corpusCases(file, await readFile(path, 'utf8')))
    if (file.endsWith('.truth.json')) cases.push(...(await searchCases(path)))
    if (basename(file) === 'searches.json') cases.push(...listCases(await readFile(path, 'utf8')))
  }
  return cases
}

function corpusCases(source: string, text: string): EvalCase[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const row = rowSchema.parse(JSON.parse(line))
      const { title } = row
      const match = row.match ?? (row.wanted ? { ...row, wanted: row.wanted, source_assert: null } : null)
      if (!match) return []
      const { wanted, is_same_book: isSameBook = null, source_assert: note } = match
      const plain = { source: basename(source), class: row.class, search: null, wanted }
      return [{ ...plain, release: bareRelease(title), isSameBook, note: note ?? null }]
    })
}

async function searchCases(path: string): Promise<EvalCase[]> {
  const truth = truthSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  const rows = searchSchema.parse(JSON.parse(await readFile(path.replace('.truth.json', '.json'), 'utf8')))
  return truth.releases.map((entry) => {
    const row = rows.find(({ guid }) => guid === entry.guid)
    if (!row) throw new Error(`${path}: no row has the guid ${entry.guid}`)
    const release: Release = {
      ...bareRelease(row.title),
      guid: row.guid,
      indexerId: row.indexerId,
      indexer: row.indexer,
      size: row.size ?? null,
      protocol: row.protocol,
      seeders: row.seeders ?? null,
      categories: row.categories.map(({ id }) => id),
    }
    return {
      source: basename(path, '.truth.json'),
      class: 'search',
      search: path,
      wanted: truth.wanted,
      release,
      isSameBook: entry.is_same_book,
      note: entry.source_assert ?? null,
    }
  })
}

function listCases(text: string): EvalCase[] {
  return listSchema.parse(JSON.parse(text)).flatMap(({ wanted, rows }, list) =>
    rows.map((row, at) => ({
      source: 'searches.json',
      class: 'search',
      search: String(list),
      wanted,
      release: {
        ...bareRelease(row.title),
        guid: `${String(list)} ${String(at)}`,
        size: row.size ?? null,
        seeders: row.seeders ?? null,
        protocol: 'torrent' as const,
      },
      isSameBook: row.truth,
      note: null,
    })),
  )
}

/** A release with only a title. */
export function bareRelease(title: string): Release {
  return {
    guid: title,
    indexerId: 1,
    indexer: 'corpus',
    title,
    size: null,
    publishDate: null,
    infoUrl: null,
    flags: [],
    protocol: 'unknown',
    seeders: null,
    leechers: null,
    grabs: null,
    categories: [],
    metadata: null,
  }
}
