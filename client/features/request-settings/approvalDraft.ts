import type { ApprovalRule } from '#contract/approval'
import { wholeNumber } from '#client/ui/forms/duration.rules'

/** A rule being edited; `key` identifies it while its name is typed. */
export interface RuleDraft extends Omit<ApprovalRule, 'max_hours' | 'language'> {
  key: number
  /** Empty: any length. */
  max_hours: string
  /** Empty: any language. */
  language: string
}

export const EMPTY_RULE: ApprovalRule = {
  name: '',
  max_hours: null,
  language: null,
  unabridged: false,
  released: false,
}

export function ruleDraftOf(rule: ApprovalRule, key: number): RuleDraft {
  const { max_hours, language } = rule
  return { ...rule, key, max_hours: max_hours === null ? '' : String(max_hours), language: language ?? '' }
}

export function ruleOf({ key: _key, max_hours, language, ...rest }: RuleDraft): ApprovalRule {
  return {
    ...rest,
    max_hours: max_hours.trim() === '' ? null : wholeNumber(max_hours),
    language: language || null,
  }
}
