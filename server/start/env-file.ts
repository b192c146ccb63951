import { parseEnv } from 'node:util'

/** Parses the text of a `.env` file, without the byte order mark that some editors put in front of it. */
export function parseEnvFile(text: string): NodeJS.Dict<string> {
  return parseEnv(text.replace(/^\uFEFF/, ''))
}
