import { fault, type Fault } from '#contract/issues'
import { findDeepNesting, MAX_NESTING } from '#contract/json-nesting'
import { TEMPLATE_VARIABLES, type TemplateVariable } from '#contract/notifications'
import { escape, type TextFormat } from './escape.rules'
import type { FormatAt, TargetKind } from './kind.types'
import type { BodyType, TemplateValues } from './notifications.types'

/** A variable, or one inside a mention as chats write it: `<@…>`, `<@!…>`, `<@&…>`. */
const PLACEHOLDER = /<@([!&]?)\{([A-Za-z]+)\}>|\{([A-Za-z]+)\}/g

const isVariable = (name: string): name is TemplateVariable =>
  TEMPLATE_VARIABLES.some((variable) => variable === name)

/** What somebody may have meant as a variable: a word in braces, also with blanks around it. */
const WORD_IN_BRACES = /\{(\s*[\p{L}_][\p{L}\p{N}_.-]*\s*)\}/gu

interface Style extends Pick<TargetKind, 'isMention'> {
  /** Everything is plain unless given. */
  formatAt?: FormatAt
}

/**
 * Fills a template. A variable without a value becomes nothing, with the mention around it; braces around
 * anything else stay. Values are not looked at for placeholders of their own. In a JSON body they become the
 * content of a JSON string, so that no title can break out of it.
 * @param style what the service wants of values.
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

/** @returns undefined for what is no JSON, as templates of older versions may be. */
function parsedTemplate(template: string): unknown {
  return findJsonProblem(template) === null ? JSON.parse(template) : undefined
}

/** Fills in every text of a JSON value, each as the service reads it where it stands. */
function fillInTexts(value: unknown, path: string, fill: (text: string, path: string) => string): unknown {
  if (typeof value === 'string') return fill(value, path)
  if (Array.isArray(value)) return value.map((item: unknown) => fillInTexts(item, path, fill))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    return [fill(name, NAMES), fillInTexts(member, path === '' ? name : `${path}.${name}`, fill)] as const
  })
  return Object.fromEntries(members)
}

/** The path of the names of members, which no service shows. */
const NAMES = '{}'

interface Filling {
  values: TemplateValues
  isMention: TargetKind['isMention'] | undefined
  format?: TextFormat
  /** Whether the template is JSON as it is written. */
  inJson?: boolean
}

function fillIn(template: string, { values, isMention, format = 'plain', inJson = false }: Filling): string {
  const encode = (value: string) => (inJson ? JSON.stringify(value).slice(1, -1) : value)

  function mention(sign: string, name: TemplateVariable): string {
    const value = (values[name] ?? '').trim()
    return value === '' || isMention?.(value) === false ? '' : `<@${sign}${encode(value)}>`
  }

  return template.replace(PLACEHOLDER, (placeholder, sign?: string, mentioned?: string, plain?: string) => {
    const name = mentioned ?? plain ?? ''
    if (!isVariable(name)) return placeholder
    if (mentioned !== undefined) return mention(sign ?? '', name)
    return encode(escape(values[name] ?? '', format))
  })
}

/** Whether filling a template in can change it. */
export function hasVariables(template: string): boolean {
  return wordsInBraces(template).some(isVariable)
}

/** Words that are written in braces and are no variables, as they are written and each once. */
export function unknownVariables(template: string): string[] {
  return [...new Set(wordsInBraces(template))].filter((name) => !isVariable(name))
}

function wordsInBraces(template: string): string[] {
  return [...template.matchAll(WORD_IN_BRACES)].map(([, word]) => word ?? '')
}

/** Begins and ends so that it fits nowhere in JSON but inside a string. */
const SAMPLE = 'Sample "text" \\'

/**
 * What is wrong with a template; null when it gives a valid body whatever the values are.
 */
export function findTemplateProblem(template: string, bodyType: BodyType): Fault | null {
  if (bodyType === 'text') return null
  const samples = Object.fromEntries(TEMPLATE_VARIABLES.map((name) => [name, SAMPLE]))
  const problem = findJsonProblem(renderTemplate(template, 'json', samples))
  // A mention that goes away must not leave a gap.
  return problem ?? findJsonProblem(renderTemplate(template, 'json', {}))
}

function findJsonProblem(text: string): Fault | null {
  if (findDeepNesting(text) >= 0) return fault('nested_too_deeply', { maximum: MAX_NESTING })
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return fault('not_json', { reason: error instanceof Error ? error.message : String(error) })
  }
}
