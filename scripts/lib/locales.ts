import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { entriesOf, type TextTree } from '#contract/words/tree'
import { ROOT } from './root.mjs'

const LOCALES = join(ROOT, 'locales')

const treeSchema: z.ZodType<TextTree> = z.record(z.string(), z.union([z.string(), z.lazy(() => treeSchema)]))

/** All languages. */
export const languages = (): string[] => readdirSync(LOCALES)

/** The names of a language's message files, without extension. */
export function partsOf(language: string): string[] {
  return readdirSync(join(LOCALES, language)).map((file) => basename(file, '.json'))
}

/** The path of a part's messages. */
export const fileOf = (language: string, part: string) => join(LOCALES, language, `${part}.json`)

/** The texts of one message file by key; none if the language lacks the file. */
export function textsIn(language: string, part: string): ReadonlyMap<string, string> {
  const file = fileOf(language, part)
  return new Map(existsSync(file) ? entriesOf(treeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))) : [])
}
