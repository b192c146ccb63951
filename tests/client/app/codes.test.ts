import { describe, expect, it } from 'vitest'
import { ISSUE_WORDS } from '#contract/issue-words'
import { DELIVERY_WORDS } from '#contract/words/delivery-causes'
import { PROBLEM_WORDS } from '#contract/words/problems'
import { SETTING_PROBLEM_WORDS } from '#contract/words/setting-problems'
import en from '#client/locales/en'
import deliveries from '#client/locales/en.deliveries'
import downloads from '#client/locales/en.downloads'
import notifications from '#client/locales/en.notifications'
import settings from '#client/locales/en.settings'

describe('the words of the app', () => {
  it('are there for everything that can be wrong with a field, and for nothing else', () => {
    const known = [en, downloads, notifications, settings].flatMap(({ issues }) => Object.keys(issues))
    expect(known.toSorted()).toEqual(Object.keys(ISSUE_WORDS).toSorted())
  })

  it('are there for every problem', () => {
    expect([en.problems, settings.problems]).toEqual([PROBLEM_WORDS, SETTING_PROBLEM_WORDS])
  })

  it('are there for every cause of a message that did not arrive', () => {
    expect(deliveries.deliveryCauses).toEqual(DELIVERY_WORDS)
  })
})
