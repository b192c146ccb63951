import type {
  NotificationEvent,
  NotificationKind,
  NotificationTargetDto,
  TemplateVariable,
} from '#contract/notifications'
import type { TargetInput } from '../../api/notifications'

export interface HeaderRow {
  /** For the list only: rows have no other name while they are typed. */
  key: number
  name: string
  value: string
  /** The server has a value for it, which it does not show. */
  stored: boolean
}

/** A target while it is filled in. */
export interface TargetDraft {
  name: string
  url: string
  kind: NotificationKind
  events: NotificationEvent[]
  body_type: 'text' | 'json'
  body: string
  headers: HeaderRow[]
  enabled: boolean
}

let lastKey = 0

export function headerRow(row: Partial<Omit<HeaderRow, 'key'>> = {}): HeaderRow {
  lastKey += 1
  return { key: lastKey, name: '', value: '', stored: false, ...row }
}

/** The draft that changes a target: every header is there, without its value. */
export function draftOf(target: NotificationTargetDto): TargetDraft {
  return {
    name: target.name,
    url: target.url,
    kind: target.kind,
    events: [...target.events],
    body_type: target.body_type,
    body: target.body,
    headers: Object.keys(target.headers).map((name) => headerRow({ name, stored: true })),
    enabled: target.enabled,
  }
}

/** What is sent: rows without a name are left out, and a stored value that was not touched is kept with `null`. */
export function inputOf(draft: TargetDraft): TargetInput {
  const { headers, ...rest } = draft
  const named = headers.filter(({ name }) => name.trim() !== '')
  return {
    ...rest,
    headers: Object.fromEntries(
      named.map(({ name, value, stored }) => [name.trim(), stored && value === '' ? null : value]),
    ),
  }
}

/** Header names are the same in any case. @returns the key of a row that repeats an earlier one */
export function repeatedHeader(draft: TargetDraft): number | null {
  const seen = new Set<string>()
  for (const { key, name } of draft.headers) {
    const same = name.trim().toLowerCase()
    if (same !== '' && seen.has(same)) return key
    seen.add(same)
  }
  return null
}

/** Whether the message is JSON once its variables are filled in; they stand inside of strings. */
export function isJsonTemplate(body: string, variables: readonly TemplateVariable[]): boolean {
  const filled = variables.reduce((text, name) => text.replaceAll(`{${name}}`, 'x'), body)
  try {
    JSON.parse(filled)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
