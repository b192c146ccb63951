import { afterEach, describe, expect, it } from 'vitest'
import { nextTick, shallowReactive } from 'vue'
import type { SessionDto } from '#contract/auth'
import { followLanguage, pageLanguage } from '#client/app/language'
import { aSession } from '#tests/client/support/samples'

const { documentElement: root } = document
afterEach(() => {
  root.removeAttribute('lang')
  delete root.dataset['ownLanguage']
  localStorage.clear()
})

function follow(own: string) {
  root.dataset['ownLanguage'] = own
  const session = shallowReactive<{ session: SessionDto | null }>({ session: null })
  const spoken: string[] = []
  followLanguage(session, async (_parts, language) => void spoken.push(language))
  return { session, spoken }
}

describe('the language of a page', () => {
  it('is the one found before the first paint', () => {
    root.lang = 'pt-BR'
    expect(pageLanguage()).toBe('pt-BR')
    root.lang = 'tlh'
    expect(pageLanguage()).toBe('en')
  })

  it('becomes that of the person who signs in, and stays for the next page load', () => {
    const { session, spoken } = follow('fr')
    session.session = aSession({ user: null })
    expect(spoken).toEqual([])
    session.session = aSession({ language: 'de' })
    expect(spoken).toEqual(['de'])
    expect(localStorage.getItem('earmark.language')).toBe('de')
    session.session = aSession({ user: null })
    expect(localStorage.getItem('earmark.language')).toBe('de')
  })

  it('is the browser’s own for someone who chose none', () => {
    localStorage.setItem('earmark.language', 'de')
    const { session, spoken } = follow('fr')
    session.session = aSession()
    expect(spoken).toEqual(['fr'])
    expect(localStorage.getItem('earmark.language')).toBeNull()
  })

  it('stays if the texts do not load', async () => {
    const session = shallowReactive<{ session: SessionDto | null }>({ session: null })
    followLanguage(session, () => Promise.reject(new TypeError('Failed to fetch')))
    session.session = aSession({ language: 'de' })
    await nextTick()
    expect(localStorage.getItem('earmark.language')).toBe('de')
  })
})
