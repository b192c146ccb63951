import type {
  NotificationEvent,
  NotificationKind,
  NotificationKindsDto,
  NotificationTargetDto,
  TemplateVariable,
} from '#contract/notifications'
import type { Language } from '#contract/words/messages'
import type { PreviewInput, TargetInput, TestInput } from './queries'
import type { SecretDraft } from '#client/ui/forms/secretDraft'

/** A kind of targets with its defaults. */
export type KindDto = NotificationKindsDto['kinds'][number]

export interface HeaderRow {
  /** For rendering only: a row has no other identity while it is typed. */
  key: number
  name: string
  value: string
  /** The server has a value for it, which is not shown. */
  stored: boolean
}

/** A target being edited. */
export interface TargetDraft {
  name: string
  url: string
  kind: NotificationKind
  events: NotificationEvent[]
  body_type: 'text' | 'json'
  body: string
  headers: HeaderRow[]
  token: SecretDraft
  /** Language of its messages; null for that of its owner, or of the server. */
  language: Language | null
  enabled: boolean
}

let lastKey = 0

export function headerRow(row: Partial<Omit<HeaderRow, 'key'>> = {}): HeaderRow {
  lastKey += 1
  return { key: lastKey, name: '', value: '', stored: false, ...row }
}

function headerRows(headers: Record<string, string>): HeaderRow[] {
  return Object.entries(headers).map(([name, value]) => headerRow({ name, value }))
}

/** The draft of a new target, with the defaults of its kind. */
export function newDraft(kind: KindDto, events: NotificationEvent[]): TargetDraft {
  return {
    name: '',
    url: '',
    kind: kind.kind,
    events,
    body_type: kind.body_type,
    body: kind.body,
    headers: headerRows(kind.headers),
    token: { kind: 'kept' },
    language: null,
    enabled: true,
  }
}

/** The draft of a stored target: of secrets, only whether they are set. */
export function draftOf(target: NotificationTargetDto): TargetDraft {
  return {
    name: target.name,
    url: target.url,
    kind: target.kind,
    events: [...target.events],
    body_type: target.body_type,
    body: target.body,
    headers: Object.entries(target.headers).map(([name, { value }]) =>
      headerRow({ name, value: value ?? '', stored: value === null }),
    ),
    token: { kind: 'kept' },
    language: target.language,
    enabled: target.enabled,
  }
}

/** The draft for another kind. Defaults are replaced; what a person typed stays. */
export function withKind(draft: TargetDraft, from: KindDto, to: KindDto): TargetDraft {
  const isDefaultBody = draft.body === from.body || draft.body.trim() === ''
  const keepsType = !isDefaultBody && to.body_types.includes(draft.body_type)
  const typed = draft.headers.filter(({ name, value, stored }) => stored || from.headers[name] !== value)
  const names = new Set(typed.map(({ name }) => sameName(name)))
  return {
    ...draft,
    kind: to.kind,
    body: isDefaultBody ? to.body : draft.body,
    body_type: keepsType ? draft.body_type : to.body_type,
    headers: [...headerRows(to.headers).filter(({ name }) => !names.has(sameName(name))), ...typed],
  }
}

/** The body: without unnamed rows; `null` keeps a stored header, and an omitted token keeps the stored one. */
export function inputOf(draft: TargetDraft, { token: takesToken }: Pick<KindDto, 'token'>): TargetInput {
  const { token, ...rest } = draft
  const given = takesToken === null ? null : tokenOf(token)
  return { ...rest, headers: headersOf(draft), ...(given === null ? {} : { token: given }) }
}

/** The input of a preview. */
export function previewInputOf({ url, headers, ...draft }: TargetDraft): PreviewInput {
  const { kind, body_type, body, language } = draft
  return { kind, url: url.trim(), body_type, body, headers: headersOf({ headers }), language }
}

/** The input of a test: everything but the name. */
export function testInputOf(draft: TargetDraft, kind: KindDto, event: NotificationEvent): TestInput {
  const { name: _name, events: _events, enabled: _enabled, ...contents } = inputOf(draft, kind)
  return { ...contents, event }
}

function headersOf({ headers }: Pick<TargetDraft, 'headers'>): Record<string, string | null> {
  return Object.fromEntries(
    headers
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value, stored }) => [name.trim(), stored && value === '' ? null : value]),
  )
}

/** @returns a new token, an empty string to delete the stored one, null to keep it */
function tokenOf(token: SecretDraft): string | null {
  if (token.kind === 'cleared') return ''
  return token.kind === 'replaced' && token.text.trim() !== '' ? token.text.trim() : null
}

/**
 * Whether a required token is missing; services that require one also take it in the address or a header.
 * @param stored whether the server has one for this kind
 */
export function lacksToken(draft: TargetDraft, { token }: Pick<KindDto, 'token'>, stored: boolean): boolean {
  if (!token?.required || tokenOf(draft.token)) return false
  if (stored && draft.token.kind !== 'cleared') return false
  const inAddress = URL.canParse(draft.url) && new URL(draft.url).searchParams.has('token')
  return !inAddress && !draft.headers.some(({ name }) => sameName(name) === sameName(token.header))
}

/** Header names are case-insensitive. @returns the key of a row that repeats an earlier one */
export function repeatedHeader({ headers }: Pick<TargetDraft, 'headers'>): number | null {
  const seen = new Set<string>()
  for (const { key, name } of headers) {
    const same = sameName(name)
    if (same !== '' && seen.has(same)) return key
    seen.add(same)
  }
  return null
}

function sameName(name: string): string {
  return name.trim().toLowerCase()
}

/** Whether the message is JSON once its variables, inside strings, are filled in. */
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
