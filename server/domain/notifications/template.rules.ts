import { TEMPLATE_VARIABLES, type TemplateVariable } from '#contract/notifications'
import type { BodyType, TemplateValues } from './notifications.types'

const PLACEHOLDER = /\{([A-Za-z]+)\}/g

const isVariable = (name: string): name is TemplateVariable =>
  TEMPLATE_VARIABLES.some((variable) => variable === name)

/**
 * Fills a template. A variable without a value becomes nothing; braces around anything else stay. Values are
 * not looked at for placeholders of their own. In a JSON body they become the content of a JSON string, so
 * that no title can break out of it.
 */
export function renderTemplate(template: string, bodyType: BodyType, values: TemplateValues): string {
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    if (!isVariable(name)) return placeholder
    const value = values[name] ?? ''
    return bodyType === 'json' ? JSON.stringify(value).slice(1, -1) : value
  })
}

/** Begins and ends so that it fits nowhere in JSON but inside a string. */
const SAMPLE = 'Sample "text" \\'

/**
 * What is wrong with a template; null when it gives a valid body whatever the values are.
 */
export function findTemplateProblem(template: string, bodyType: BodyType): string | null {
  if (bodyType === 'text') return null
  const samples = Object.fromEntries(TEMPLATE_VARIABLES.map((name) => [name, SAMPLE]))
  try {
    JSON.parse(renderTemplate(template, 'json', samples))
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `must be valid JSON with every variable inside quotes: ${why}`
  }
}
