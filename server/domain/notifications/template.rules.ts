import { fault, type Fault } from '#contract/issues'
import { findDeepNesting, MAX_NESTING } from '#contract/json-nesting'
import { TEMPLATE_VARIABLES, type TemplateVariable } from '#contract/notifications'
import { findJsonFault } from '#server/domain/json-fault.rules'
import { escape, type TextFormat } from './escape.rules'
import type { FormatAt, TargetKind } from './kind.types'
import { isMassMention, joinPieces, type Piece } from './mass-mentions.rules'
import type { TemplateValues } from '#server/db/stored-message'
import type { BodyType } from './notifications.types'

/** A variable, or one inside a chat mention: `<@…>`, `<@!…>`, `<@&…>`. */
const PLACEHOLDER = /<@([!&]?)\{([A-Za-z]+)\}>|\{([A-Za-z]+)\}/g

const isVariable = (name: string): name is TemplateVariable =>
  TEMPLATE_VARIABLES.some((variable) => variable === name)

/** A possible variable: a word in braces, possibly with spaces around it. */
const WORD_IN_BRACES = /\{(\s*[\p{L}_][\p{L}\p{N}_.-]*\s*)\}/gu

interface Style extends Pick<TargetKind, 'isMention'> {
  /** Plain text everywhere by default. */
  formatAt?: FormatAt
}

/**
 * Renders a template. A variable without a value disappears, together with the mention around it; other
 * braces are kept. Placeholders inside values are not expanded. In a JSON body, values become the content of
 * a JSON string, so that no title can break out of it.
 * @param style how the service interprets values.
 */
export function renderTemplate(
  template: string,
  bodyType: BodyType,
  values: TemplateValues,
  style: Style = {},
): string {
  const { formatAt, isMention } = style
  if (bodyType === 'text') return fillIn(template, { values, isMention, format: formatAt?.('') ?? 'plain' })
  const parsed = formatAt ? parsedTemplate(template) : undefined
  if (!formatAt || parsed === undefined) return fillIn(template, { values, isMention, inJson: true })
  const fill = (text: string, path: string) => fillIn(text, { values, isMention, format: formatAt(path) })
  return JSON.stringify(fillInTexts(parsed, '', fill))
}

/** @returns undefined if the template is not JSON, as templates from older versions may be. */
function parsedTemplate(template: string): unknown {
  return findJsonProblem(template) === null ? JSON.parse(template) : undefined
}

/** Renders every text in a JSON value in the format for its position. */
function fillInTexts(value: unknown, path: string, fill: (text: string, path: string) => string): unknown {
  if (typeof value === 'string') return fill(value, path)
  if (Array.isArray(value)) return value.map((item: unknown) => fillInTexts(item, path, fill))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    return [fill(name, NAMES), fillInTexts(member, path === '' ? name : `${path}.${name}`, fill)] as const
  })
  return Object.fromEntries(members)
}

/** The path of member names, which no service displays. */
const NAMES = '{}'

interface Filling {
  values: TemplateValues
  isMention: TargetKind['isMention'] | undefined
  format?: TextFormat
  /** Whether the template itself is JSON. */
  inJson?: boolean
}

function fillIn(template: string, { values, isMention, format = 'plain', inJson = false }: Filling): string {
  const encode = (value: string) => (inJson ? JSON.stringify(value).slice(1, -1) : value)

  function mention(sign: string, name: TemplateVariable): string {
    const value = (values[name] ?? '').trim()
    const isOne = value !== '' && !isMassMention(value) && isMention?.(value) !== false
    return isOne ? `<@${sign}${encode(value)}>` : ''
  }

  function pieceOf([placeholder, sign = '', mentioned, plain]: RegExpExecArray): Piece {
    const name = mentioned ?? plain ?? ''
    if (!isVariable(name)) return { text: placeholder, isValue: false }
    if (mentioned !== undefined) return { text: mention(sign, name), isValue: false }
    return { text: encode(escape(values[name] ?? '', format)), isValue: true }
  }

  const pieces: Piece[] = []
  let end = 0
  for (const found of template.matchAll(PLACEHOLDER)) {
    pieces.push({ text: template.slice(end, found.index), isValue: false }, pieceOf(found))
    end = found.index + found[0].length
  }
  return joinPieces([...pieces, { text: template.slice(end), isValue: false }])
}

/** Whether rendering a template can change it. */
export function hasVariables(template: string): boolean {
  return wordsInBraces(template).some(isVariable)
}

/** Words in braces that are not variables, as written and without duplicates. */
export function unknownVariables(template: string): string[] {
  return [...new Set(wordsInBraces(template))].filter((name) => !isVariable(name))
}

function wordsInBraces(template: string): string[] {
  return [...template.matchAll(WORD_IN_BRACES)].map(([, word]) => word ?? '')
}

/**
 * What is wrong with a template, or null if it renders to a valid body for all values. It does if it is JSON itself:
 * braces with a word inside are JSON only in a string.
 */
export function findTemplateProblem(template: string, bodyType: BodyType): Fault | null {
  return bodyType === 'text' ? null : findJsonProblem(template)
}

function findJsonProblem(text: string): Fault | null {
  if (findDeepNesting(text) >= 0) return fault('nested_too_deeply', { maximum: MAX_NESTING })
  const found = findJsonFault(text)
  if (!found) return null
  const { line = 1, column = 1 } = found.params
  return fault('not_json', { line, column })
}
