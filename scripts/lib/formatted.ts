import { format, resolveConfig } from 'prettier'

/** A text as prettier writes it in that file. */
export async function formatted(path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(path)), filepath: path })
}
