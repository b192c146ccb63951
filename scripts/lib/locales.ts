import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { entriesOf, type TextTree } from '#contract/words/tree'
import { ROOT } from './root.mjs'

const LOCALES = join(ROOT, 'locales')

const treeSchema: z.ZodType<TextTree> = z.record(z.string(), z.union([z.string(), z.lazy(() => treeSchema)]))

/** All languages. */
export const languages = (): string[] => readdirSync(LOCALES)

/** The parts in which a language's texts are loaded. */
export function partsOf(language: string): string[] {
  return filesIn(language).map((file) => basename(file, '.json'))
}

/** The files of a part, which load together: `app.json` and those in the folder `app`. */
export function filesOf(language: string, part: string): string[] {
  return [`${part}.json`, ...filesIn(join(language, part)).map((file) => `${part}/${file}`)]
}

/** The path of one of these files. */
export const pathOf = (language: string, file: string) => join(LOCALES, language, file)

/** The texts of a part by key; none if the language lacks it. */
export function textsIn(language: string, part: string): ReadonlyMap<string, string> {
  return new Map(filesOf(language, part).flatMap((file) => textsOf(language, file)))
}

/** The keys and texts of one of these files; none if the language lacks it. */
export function textsOf(language: string, file: string): [key: string, text: string][] {
  const path = pathOf(language, file)
  return existsSync(path) ? entriesOf(treeSchema.parse(JSON.parse(readFileSync(path, 'utf8')))) : []
}

/** The message files directly in a folder of `locales`; none without the folder. */
function filesIn(folder: string): string[] {
  const path = join(LOCALES, folder)
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : []
}
