import { yieldEvery } from '#server/async/yield'

/** Entries from which on a list is written entry by entry. */
const LONG = 50

/**
 * `JSON.stringify` for answers: long lists, also those in an object, are written entry by entry, so that a page of
 * thousands of releases does not hold up everybody else.
 */
export async function jsonText(value: unknown): Promise<string> {
  if (isLong(value)) return listText(value)
  if (!isPlain(value) || !Object.values(value).some(isLong)) return JSON.stringify(value)
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? await listText(member) : JSON.stringify(member)
    // What JSON does not have, such as undefined, is left out.
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${members.join(',')}}`
}

async function listText(list: readonly unknown[]): Promise<string> {
  const letOthers = yieldEvery()
  const entries: string[] = []
  for (const entry of list) {
    await letOthers()
    entries.push(JSON.stringify(entry) ?? 'null')
  }
  return `[${entries.join(',')}]`
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG

/** Nothing that writes itself in a way of its own, as times do. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
