import { describe, expect, it } from 'vitest'
import type { ApprovalRule, ApprovalSettings } from '#contract/approval'
import { approvalOf, type ApprovalFacts } from '#server/domain/requests/approval.rules'

const TODAY = '2026-06-01'
const book = (facts: Partial<ApprovalFacts> = {}): ApprovalFacts => ({
  runtimeMin: 600,
  language: 'en',
  edition: 'unabridged',
  releaseDate: '2020-05-01',
  ...facts,
})
const rule = (conditions: Partial<ApprovalRule> = {}): ApprovalRule => ({
  name: 'Short ones',
  max_hours: null,
  language: null,
  unabridged: false,
  released: false,
  ...conditions,
})
const settings = (...rules: ApprovalRule[]): ApprovalSettings => ({
  roles: { untrusted: false, trusted: true },
  rules,
})
const isApproved = (conditions: Partial<ApprovalRule>, facts: Partial<ApprovalFacts>) =>
  approvalOf('untrusted', book(facts), settings(rule(conditions)), TODAY).approved

describe('a request', () => {
  it.each([
    ['untrusted', false],
    ['trusted', true],
    ['admin', true],
  ] as const)('of the role %s needs no approval by default: %s', (role, approved) => {
    expect(approvalOf(role, book(), settings(), TODAY).approved).toBe(approved)
  })

  it('is approved by the role if so configured, except for administrators, who need no approval', () => {
    const turned = { roles: { untrusted: true, trusted: false }, rules: [] }
    expect(approvalOf('untrusted', book(), turned, TODAY)).toEqual({ approved: true, rule: null })
    expect(approvalOf('trusted', book(), turned, TODAY)).toEqual({ approved: false })
    expect(approvalOf('admin', book(), turned, TODAY)).toEqual({ approved: true, rule: null })
  })

  it('is approved by one of several rules, which is named', () => {
    const rules = settings(
      rule({ name: 'German', language: 'de' }),
      rule({ name: 'English', language: 'en' }),
    )
    expect(approvalOf('untrusted', book(), rules, TODAY)).toEqual({ approved: true, rule: 'English' })
    const reversed = { ...rules, rules: rules.rules.toReversed() }
    expect(approvalOf('untrusted', book(), reversed, TODAY)).toEqual({ approved: true, rule: 'English' })
  })

  it('names no rule if the role is enough', () => {
    expect(approvalOf('trusted', book(), settings(rule({ language: 'en' })), TODAY)).toEqual({
      approved: true,
      rule: null,
    })
  })
})

describe('a rule', () => {
  it.each([
    ['as long as allowed', { max_hours: 10 }, { runtimeMin: 600 }, true],
    ['a minute longer', { max_hours: 10 }, { runtimeMin: 601 }, false],
    ['of unknown length', { max_hours: 10 }, { runtimeMin: null }, false],
    ['of no length', { max_hours: 10 }, { runtimeMin: 0 }, false],
    ['in the language', { language: 'en' }, { language: 'en' }, true],
    ['in another language', { language: 'en' }, { language: 'de' }, false],
    ['in an unknown language', { language: 'en' }, { language: null }, false],
    ['unabridged', { unabridged: true }, { edition: 'unabridged' }, true],
    ['abridged', { unabridged: true }, { edition: 'abridged' }, false],
    ['of an unknown edition', { unabridged: true }, { edition: null }, false],
    ['out today', { released: true }, { releaseDate: TODAY }, true],
    ['out tomorrow', { released: true }, { releaseDate: '2026-06-02' }, false],
    ['of an unknown date', { released: true }, { releaseDate: null }, false],
  ] as const)('decides on a book %s', (_, conditions, facts, approved) => {
    expect(isApproved(conditions, facts)).toBe(approved)
  })

  it.each([
    { runtimeMin: 1201 },
    { language: 'de' },
    { edition: 'abridged' },
    { releaseDate: null },
  ] as const)('does not apply if one of its conditions is not met: %o', (facts) => {
    const all = { max_hours: 20, language: 'en', unabridged: true, released: true }
    expect(isApproved(all, {})).toBe(true)
    expect(isApproved(all, facts)).toBe(false)
  })
})
