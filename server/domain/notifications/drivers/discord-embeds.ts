import { asObject, textOf, type JsonObject } from './json-body'
import type { Shortener } from './shortener'

/** Per message. */
const MAX_EMBEDS = 10
const MAX_FIELDS = 25
/** Total for the texts of all embeds in a message, in characters. */
const TOTAL = 6000
const LIMITS = { title: 256, description: 4096 }
/** Nested objects with the text they require; without it, Discord refuses or ignores them. */
const TEXTS = { author: { name: 'name', max: 256 }, footer: { name: 'text', max: 2048 } }
/** Discord refuses an embed that has none of these members. */
const SHOWN = ['title', 'description', 'author', 'footer', 'fields', 'thumbnail', 'image']
const FIELD_LIMITS = { name: 256, value: 1024 }

/** Maximum characters of an address. */
const ADDRESS_LIMIT = 2048

/** Colours by the level of the event. */
const COLOURS: Readonly<Record<string, number>> = {
  info: 0x3b82f6,
  success: 0x16a34a,
  warning: 0xd97706,
  failure: 0xdc2626,
}

/** Characters left for all embeds together. */
interface Budget {
  left: number
}

/**
 * Fits embeds to Discord's rules: drops empty parts and invalid addresses, truncates texts, and adds the
 * event's colour if there is none.
 * @param embeds null for anything that is not an object.
 */
export function fitEmbeds(
  embeds: readonly (JsonObject | null)[],
  level: string | undefined,
  shortener: Shortener,
): JsonObject[] {
  const budget: Budget = { left: TOTAL }
  return embeds
    .slice(0, MAX_EMBEDS)
    .flatMap((embed) => (embed ? [fitEmbed(embed, budget, shortener)] : []))
    .filter((embed) => SHOWN.some((name) => name in embed))
    .map((embed) => ({ color: COLOURS[level ?? 'info'], ...embed }))
}

function fitEmbed(embed: JsonObject, budget: Budget, shortener: Shortener): JsonObject {
  const { title, description, url, thumbnail, image, author, footer, fields, ...rest } = embed
  const fitted: JsonObject = { ...rest }

  function keepText(into: JsonObject, name: string, text: unknown, max: number, path: string): boolean {
    if (typeof text !== 'string' || text.trim() === '') return false
    const cut = shortener.shorten(path, text, Math.min(max, budget.left))
    if (cut === '') return false
    budget.left -= cut.length
    into[name] = cut
    return true
  }

  keepText(fitted, 'title', title, LIMITS.title, 'embeds.title')
  for (const [name, value] of Object.entries({ author, footer })) {
    const { name: textName, max } = name === 'author' ? TEXTS.author : TEXTS.footer
    const part = withAddresses(asObject(value) ?? {})
    if (keepText(part, textName, part[textName], max, `embeds.${name}`)) fitted[name] = part
  }
  if (Array.isArray(fields)) {
    const kept = fields.slice(0, MAX_FIELDS).flatMap((value) => {
      const field = asObject(value) ?? {}
      const named = keepText(field, 'name', field['name'], FIELD_LIMITS.name, 'embeds.fields')
      return named && keepText(field, 'value', field['value'], FIELD_LIMITS.value, 'embeds.fields')
        ? [field]
        : []
    })
    if (kept.length > 0) fitted['fields'] = kept
  }
  // The description comes last, because it is the longest and the total may leave less than its own limit.
  keepText(fitted, 'description', description, LIMITS.description, 'embeds.description')
  if (isAddress(url)) fitted['url'] = url
  for (const [name, value] of Object.entries({ thumbnail, image })) {
    const part = asObject(value)
    if (part && isAddress(textOf(part, 'url'))) fitted[name] = part
  }
  return fitted
}

/** Drops invalid addresses. */
function withAddresses(part: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(part).filter(([name, value]) => !name.endsWith('url') || isAddress(value)),
  )
}

/** Whether Discord accepts a value as the address of a page or picture. */
export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > ADDRESS_LIMIT) return false
  return URL.canParse(value) && /^https?:\/\//i.test(value)
}
