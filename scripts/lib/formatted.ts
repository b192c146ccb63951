import { format, resolveConfig } from 'prettier'

/** Formats a text as prettier would in the file at that path. */
export async function formatted(path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(path)), filepath: path })
}
