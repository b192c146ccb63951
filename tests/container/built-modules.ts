import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { CHECKOUT } from './image'

const sourceMapSchema = z.object({ sources: z.array(z.string()) })

/**
 * The modules of this project in a built server, according to its source maps.
 * @param directory of the built server.
 * @returns paths relative to the checkout.
 */
export async function builtModules(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true })
  const maps = files.filter((file) => file.endsWith('.mjs.map') && !file.includes('node_modules'))
  const modules = await Promise.all(
    maps.map(async (file) => {
      const path = join(directory, file)
      const { sources } = sourceMapSchema.parse(JSON.parse(await readFile(path, 'utf8')))
      return sources.map((source) => relative(CHECKOUT, resolve(dirname(path), source)))
    }),
  )
  return [...new Set(modules.flat())].filter((path) => !path.split('/').includes('node_modules'))
}
