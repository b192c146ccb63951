import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryDirectory } from './temporary-directory'

/** A file that starts the server's own entry from source, instead of the built server's. */
export async function threadEntry(): Promise<string> {
  const main = fileURLToPath(new URL('../../server/start/main.ts', import.meta.url))
  return script(
    `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}\n` +
      `register()\nawait import(${JSON.stringify(pathToFileURL(main).href)})\n`,
  )
}

/** @returns the path of a new JavaScript file, deleted after the test. */
export async function script(text: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'entry.mjs')
  await writeFile(file, text)
  return file
}
